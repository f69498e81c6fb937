import { useLocation } from 'wouter'
import type { Side } from '#core/order/order.ts'
import { Segmented } from '#ui/segmented.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import {
  useEditDraft,
  useIsFormRendered,
  useTicket,
  useTicketContext,
} from '#web/screens/trade/ticket/ticket-context.tsx'
import { setMode, setSide } from '#web/screens/trade/ticket/ticket-draft.ts'
import {
  LeverageField,
  LotsField,
  PriceField,
  StopFields,
  TicketRefusalAnchor,
} from '#web/screens/trade/ticket/ticket-fields.tsx'
import { TicketSummary } from '#web/screens/trade/ticket/ticket-summary.tsx'

/** Top to bottom: side, mode, price, leverage, lots, stops, summary. */
export function TicketForm() {
  const isRendered = useIsFormRendered()
  if (!isRendered) return <div className="h-90" />
  return (
    <>
      <div className="grid grid-cols-1 gap-2">
        <SideChoice />
        <ModeChoice />
      </div>
      <TicketRefusalAnchor of="target">
        <PriceField />
      </TicketRefusalAnchor>
      <TicketRefusalAnchor of="leverage">
        <LeverageField />
      </TicketRefusalAnchor>
      <TicketRefusalAnchor of="lots">
        <LotsField />
      </TicketRefusalAnchor>
      <StopFields />
      <TicketRefusalAnchor of="margin">
        <TicketSummary />
      </TicketRefusalAnchor>
    </>
  )
}

/** The address contains the side too, so that it is the same after a reload or a login. */
function SideChoice() {
  const t = useDictionary('trading', 'ticket')
  const change = useEditDraft()
  const [, go] = useLocation()
  const side = useTicket(({ draft }) => draft.side)
  const choose = (next: Side) => {
    change((draft) => setSide(draft, next))
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
  const t = useDictionary('trading', 'ticket')
  const change = useEditDraft()
  const { store } = useTicketContext()
  const mode = useTicket(({ draft }) => draft.mode)
  return (
    <Segmented
      items={[
        { value: 'market', label: t('order.kind.market') },
        { value: 'pending', label: t('order.kind.pending') },
      ]}
      label={t('ticket.mode')}
      onChange={(next) => change((draft) => setMode(draft, next, store.getSnapshot().view.bestPrice))}
      value={mode}
    />
  )
}
