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
  RefusalAnchor,
  StopFields,
} from '#web/screens/trade/ticket/ticket-fields.tsx'
import { TicketSummary } from '#web/screens/trade/ticket/ticket-summary.tsx'

/** Top to bottom: which way, how, at which price, with which multiplier, how much, the stops, and what it comes to. */
export function TicketForm() {
  const isDrawn = useIsFormRendered()
  if (!isDrawn) return <div className="h-90" />
  return (
    <>
      <div className="grid grid-cols-1 gap-2">
        <SideChoice />
        <ModeChoice />
      </div>
      <RefusalAnchor of="target">
        <PriceField />
      </RefusalAnchor>
      <RefusalAnchor of="leverage">
        <LeverageField />
      </RefusalAnchor>
      <RefusalAnchor of="lots">
        <LotsField />
      </RefusalAnchor>
      <StopFields />
      <RefusalAnchor of="margin">
        <TicketSummary />
      </RefusalAnchor>
    </>
  )
}

/** The address says the side, too, so that a reload or a login finds it again. */
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
