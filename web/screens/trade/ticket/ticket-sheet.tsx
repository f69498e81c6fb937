import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { orderFromWire, type ShownOrder } from '#contract/order-from-wire.ts'
import type { Side } from '#core/order/order.ts'
import { Figure } from '#ui/figure.tsx'
import { Sheet } from '#ui/sheet.tsx'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useParts, useStore, useTranslate } from '#web/parts/app-parts.tsx'
import { DemoBadge } from '#web/parts/demo-badges.tsx'
import { QuoteAge } from '#web/parts/stale-prices.tsx'
import { orderPlacement, type PlacementState } from '#web/screens/trade/ticket/order-placement.ts'
import { PlacedAnnouncement, PlacedFooter, PlacedOrder } from '#web/screens/trade/ticket/placed-order.tsx'
import { TicketProvider, useTicket, useTicketContext } from '#web/screens/trade/ticket/ticket-context.tsx'
import {
  type DraftStore,
  draftAfterPlacing,
  draftForMarket,
  draftStoreOf,
} from '#web/screens/trade/ticket/ticket-draft.ts'
import { TicketFooter } from '#web/screens/trade/ticket/ticket-footer.tsx'
import { TicketForm } from '#web/screens/trade/ticket/ticket-form.tsx'

export type TicketSheetProps = {
  readonly market: ListedMarket
  /** What the address asks for; undefined while it asks for none. */
  readonly side: Side | undefined
  /** Whether the screen under it is the one to be seen. */
  readonly isScreenShown: boolean
  readonly onClose: () => void
}

/** The ticket: a form until it is placed, then what was placed. It stays as long as there is something to say. */
export function TicketSheet({ market, side, isScreenShown, onClose }: TicketSheetProps) {
  const parts = useParts()
  const placing = orderPlacement(parts)
  const state = useStore(placing)
  useInitialDraft(market, side)
  const placed = usePlacedOrder(state)
  // Neither is left before it is known, or before it has been read.
  const isHeld = state.kind === 'busy' || state.kind === 'expired'
  const seen = () => {
    if (placed !== undefined) resetDraft(draftStoreOf(parts), placed)
    placing.forget(state)
  }
  useOnLeave(side !== undefined, seen)
  useOnLeave(isScreenShown, seen)
  const close = () => {
    if (isHeld) return
    // Otherwise the way back does it, once: a second order may have ended meanwhile, and is still to be read.
    if (side === undefined) seen()
    onClose()
  }
  const isOpen = useIsOpen(
    isScreenShown && (side !== undefined || isHeld || placed !== undefined),
    isScreenShown && isRejected(state),
  )
  useLayoutEffect(() => (isOpen ? orderPlacement(parts).watch() : undefined), [isOpen, parts])
  // The press is answered first; making the sheet can be broken off by the next one. It goes at once.
  const isMade = useDeferredValue(isOpen)
  return (
    <TicketProvider market={market}>
      <Sheet
        // After a reload what was placed may be in another market than the one to be seen.
        aside={placed === undefined || placed.market.id === market.id ? <TicketQuote /> : undefined}
        dismissible={!isHeld}
        footer={placed === undefined ? <TicketFooter /> : <PlacedFooter onClose={close} order={placed} />}
        onOpenChange={(isOpen) => {
          if (!isOpen) close()
        }}
        open={isOpen && isMade}
        swipe="title"
        title={<TicketTitle showCode={(placed?.market ?? market).showCode} />}
      >
        <PlacedAnnouncement order={placed} />
        {placed === undefined ? <TicketForm /> : <PlacedOrder order={placed} />}
      </Sheet>
    </TicketProvider>
  )
}

function usePlacedOrder(state: PlacementState): ShownOrder | undefined {
  const answer = state.kind === 'done' && state.done.kind === 'place' ? state.done.answer : undefined
  return useMemo(() => (answer === undefined ? undefined : orderFromWire(answer)), [answer])
}

/** Refused, or never received by the server. */
function isRejected(state: PlacementState): boolean {
  return state.kind === 'never' || (state.kind === 'failed' && state.failure.kind === 'refused')
}

/**
 * `mayStay` keeps an open ticket open but never opens a closed one: its button would appear under a finger on its way
 * to the screen below. The notice on top of every screen tells such an end instead.
 */
function useIsOpen(mustOpen: boolean, mayStay: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(false)
  const isOpen = mustOpen || (mayStay && wasOpen)
  if (isOpen !== wasOpen) setWasOpen(isOpen)
  return isOpen
}

/** Takes up what was filled in before, if it was for this market. */
function useInitialDraft(market: ListedMarket, side: Side | undefined): void {
  const parts = useParts()
  const drafts = draftStoreOf(parts)
  // Also when it turns out to be somebody else who looks at it now.
  const hasDraft = useSyncExternalStore(drafts.subscribe, () => drafts.getSnapshot() !== undefined)
  useLayoutEffect(() => {
    if (side === undefined) return
    const kept = hasDraft ? drafts.getSnapshot() : undefined
    drafts.set(draftForMarket(kept, market, side))
  }, [drafts, market, side, hasDraft])
}

/**
 * The way back leaves the words behind as well: they have been read. A placed order is also told here later. An order
 * that was not done is then told by the notice on top of every screen.
 */
function useOnLeave(isOpen: boolean, seen: () => void): void {
  const leave = useEffectEvent(seen)
  useEffect(() => (isOpen ? () => leave() : undefined), [isOpen])
}

function resetDraft(drafts: DraftStore, { market }: ShownOrder): void {
  const draft = drafts.getSnapshot()
  if (draft?.marketId === market.id) drafts.set(draftAfterPlacing(draft))
}

/** Which market, and whether the money is real. */
export function TicketTitle({ showCode }: { showCode: string }) {
  return (
    <>
      <bdi className="truncate">{showCode}</bdi>
      <DemoBadge />
    </>
  )
}

/** Both prices, as they move. */
export function TicketQuote() {
  const t = useTranslate()
  const { market } = useTicketContext()
  const quote = useTicket((now) => now.quote)
  return (
    <span className="relative text-13 text-dim ltr-isolate">
      <span className="sr-only">{t('trade.bid')} </span>
      <Figure decimals={market.precision} value={quote?.bid} />
      {' / '}
      <span className="sr-only">{t('trade.ask')} </span>
      <Figure decimals={market.precision} value={quote?.ask} />
      {/* Below them, where there is room: nothing moves when it comes. */}
      <QuoteAge className="absolute end-0 top-full" />
    </span>
  )
}
