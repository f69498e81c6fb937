import { LotsRow } from '#web/parts/ticket/lots-row.tsx'
import { useRefusal } from '#web/screens/trade/ticket/placing/use-refusal.ts'
import { setLots } from '#web/screens/trade/ticket/ticket-draft.ts'
import { useChangeTicket, useTicket, useTicketOf } from '#web/screens/trade/ticket/ticket-provider.tsx'

/** How much: in steps of the market and never below one. */
export function LotsField() {
  const change = useChangeTicket()
  const { market } = useTicketOf()
  return (
    <LotsRow
      fault={useTicket(({ view }) => view.faults.lots?.kind)}
      market={market}
      onChange={(text) => change((draft) => setLots(draft, text))}
      refusal={useRefusal('lots')}
      value={useTicket(({ draft }) => draft.lots)}
    />
  )
}
