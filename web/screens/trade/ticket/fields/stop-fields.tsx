import { useCallback } from 'react'
import { closingSide } from '#core/margin/valuation.ts'
import { formatPrice } from '#core/money/price.ts'
import { twoSidedOf } from '#web/markets/known-rate.ts'
import { StopField } from '#web/parts/stops/stop-field.tsx'
import type { StopDraft, StopKind } from '#web/parts/stops/stop-types.ts'
import { InSight } from '#web/screens/trade/ticket/fields/in-sight.tsx'
import { useRefusal } from '#web/screens/trade/ticket/placing/use-refusal.ts'
import { setStop } from '#web/screens/trade/ticket/ticket-draft.ts'
import { useChangeTicket, useTicket, useTicketOf } from '#web/screens/trade/ticket/ticket-provider.tsx'

export function StopFields() {
  return (
    <>
      <InSight of="stop_loss">
        <TicketStop kind="stop_loss" />
      </InSight>
      <InSight of="take_profit">
        <TicketStop kind="take_profit" />
      </InSight>
    </>
  )
}

const names = { stop_loss: 'stopLoss', take_profit: 'takeProfit' } as const

function TicketStop({ kind }: { kind: StopKind }) {
  const change = useChangeTicket()
  const { market } = useTicketOf()
  const draft = useTicket((now) => now.draft[names[kind]])
  const view = useTicket((now) => now.view[names[kind]])
  const onChange = useCallback(
    (stop: StopDraft) => change((before) => setStop(before, kind, stop)),
    [change, kind],
  )
  return (
    <StopField
      draft={draft}
      kind={kind}
      onChange={onChange}
      precision={market.precision}
      refusal={useRefusal(kind)}
      start={useClosingPrice()}
      view={view}
    />
  )
}

/** What an order of the chosen side would close at, when it is asked. */
function useClosingPrice(): () => string | undefined {
  const { market, source } = useTicketOf()
  return useCallback(() => {
    const { quote, draft } = source.getSnapshot()
    const sides = twoSidedOf(quote, market.precision)
    return sides === undefined ? undefined : formatPrice(closingSide(draft.side, sides), market.precision)
  }, [market, source])
}
