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
import { useRefreshedRealTrades } from '#web/parts/account/use-opening-block.ts'
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

type TicketSheetProps = {
  readonly market: ListedMarket
  /** Side in the address; undefined while the ticket is closed. */
  readonly side: Side | undefined
  /** Whether the trade screen is the visible one. */
  readonly isScreenShown: boolean
  readonly onClose: () => void
}

/** The order ticket: a form, then the placed order. Stays open until the result is dismissed. */
export function TicketSheet({ market, side, isScreenShown, onClose }: TicketSheetProps) {
  const parts = useParts()
  const placement = orderPlacement(parts)
  const state = useStore(placement)
  useInitialDraft(market, side)
  const placed = usePlacedOrder(state)
  // The sheet cannot be closed while an order is in progress, or until the user acknowledges an expired outcome.
  const isLocked = state.kind === 'busy' || state.kind === 'expired'
  const dismissResult = () => {
    if (placed !== undefined) resetDraft(draftStoreOf(parts), placed)
    placement.dismiss(state)
  }
  useOnLeave(side !== undefined, dismissResult)
  useOnLeave(isScreenShown, dismissResult)
  const close = () => {
    if (isLocked) return
    // With a side in the address, `onClose` removes it, and `useOnLeave` then dismisses the result. Dismissing it here
    // too could hide the result of a second order.
    if (side === undefined) dismissResult()
    onClose()
  }
  const isOpen = useIsOpen(
    isScreenShown && (side !== undefined || isLocked || placed !== undefined),
    isScreenShown && isRejected(state),
  )
  useLayoutEffect(() => (isOpen ? orderPlacement(parts).watch() : undefined), [isOpen, parts])
  useRefreshedRealTrades(isOpen)
  // Deferred, so that the next press can interrupt the rendering of the sheet. Closing is immediate.
  const isRendered = useDeferredValue(isOpen)
  return (
    <TicketProvider market={market}>
      <Sheet
        // After a reload, the placed order may be in a market other than the one shown.
        aside={placed === undefined || placed.market.id === market.id ? <TicketQuote /> : undefined}
        dismissible={!isLocked}
        footer={placed === undefined ? <TicketFooter /> : <PlacedFooter onClose={close} order={placed} />}
        onOpenChange={(isOpen) => {
          if (!isOpen) close()
        }}
        open={isOpen && isRendered}
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
 * `mayStay` keeps an open ticket open but never opens a closed one: its button would appear under a finger aimed at
 * the screen below. While the ticket is closed, the notice above every screen reports a rejected order.
 */
function useIsOpen(mustOpen: boolean, mayStay: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(false)
  const isOpen = mustOpen || (mayStay && wasOpen)
  if (isOpen !== wasOpen) setWasOpen(isOpen)
  return isOpen
}

/** Restores the stored draft if it belongs to this market. */
function useInitialDraft(market: ListedMarket, side: Side | undefined): void {
  const parts = useParts()
  const drafts = draftStoreOf(parts)
  // `hasDraft` changes when another user logs in, and the effect runs again.
  const hasDraft = useSyncExternalStore(drafts.subscribe, () => drafts.getSnapshot() !== undefined)
  useLayoutEffect(() => {
    if (side === undefined) return
    const stored = hasDraft ? drafts.getSnapshot() : undefined
    drafts.set(draftForMarket(stored, market, side))
  }, [drafts, market, side, hasDraft])
}

/**
 * Leaving the ticket dismisses its result. If an order ends after that, the ticket opens again to report that it was
 * placed. The notice above every screen reports a rejected order.
 */
function useOnLeave(isOpen: boolean, dismissResult: () => void): void {
  const leave = useEffectEvent(dismissResult)
  useEffect(() => (isOpen ? () => leave() : undefined), [isOpen])
}

function resetDraft(drafts: DraftStore, { market }: ShownOrder): void {
  const draft = drafts.getSnapshot()
  if (draft?.marketId === market.id) drafts.set(draftAfterPlacing(draft))
}

function TicketTitle({ showCode }: { showCode: string }) {
  return (
    <>
      <bdi className="truncate">{showCode}</bdi>
      <DemoBadge />
    </>
  )
}

function TicketQuote() {
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
      {/* The age is positioned below the prices, so that nothing moves when it appears. */}
      <QuoteAge className="absolute end-0 top-full" />
    </span>
  )
}
