import { useLocation } from 'wouter'
import type { Side } from '#core/order/order.ts'
import { Segmented } from '#ui/segmented.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import {
  useChangeTicket,
  useFormDrawn,
  useTicket,
  useTicketOf,
} from '#web/screens/trade/ticket/ticket-context.tsx'
import { chooseMode, chooseSide } from '#web/screens/trade/ticket/ticket-draft.ts'
import {
  InSight,
  LeverageField,
  LotsField,
  PriceField,
  StopFields,
} from '#web/screens/trade/ticket/ticket-fields.tsx'
import { TicketSummary } from '#web/screens/trade/ticket/ticket-summary.tsx'

/** Top to bottom: which way, how, at which price, with which multiplier, how much, the stops, and what it comes to. */
export function TicketForm() {
  const isDrawn = useFormDrawn()
  if (!isDrawn) return <div className="h-90" />
  return (
    <>
      <div className="grid grid-cols-1 gap-2">
        <SideChoice />
        <ModeChoice />
      </div>
      <InSight of="target">
        <PriceField />
      </InSight>
      <InSight of="leverage">
        <LeverageField />
      </InSight>
      <InSight of="lots">
        <LotsField />
      </InSight>
      <StopFields />
      <InSight of="margin">
        <TicketSummary />
      </InSight>
    </>
  )
}

/** The address says the side, too, so that a reload or a login finds it again. */
function SideChoice() {
  const t = useBook('trading', 'ticket')
  const change = useChangeTicket()
  const [, go] = useLocation()
  const side = useTicket(({ draft }) => draft.side)
  const choose = (next: Side) => {
    change((draft) => chooseSide(draft, next))
    go(`/trade?ticket=${next}`, { replace: true, state: history.state })
  }
  return (
    <Segmented
      items={[
        { value: 'sell', label: t('order.side.sell'), tone: 'fall' },
        { value: 'buy', label: t('order.side.buy'), tone: 'rise' },
      ]}
      label={t('ticket.side')}
      onChange={choose}
      value={side}
    />
  )
}

function ModeChoice() {
  const t = useBook('trading', 'ticket')
  const change = useChangeTicket()
  const { source } = useTicketOf()
  const mode = useTicket(({ draft }) => draft.mode)
  return (
    <Segmented
      items={[
        { value: 'market', label: t('order.kind.market') },
        { value: 'pending', label: t('order.kind.pending') },
      ]}
      label={t('ticket.mode')}
      onChange={(next) => change((draft) => chooseMode(draft, next, source.getSnapshot().view.bestPrice))}
      value={mode}
    />
  )
}
