import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { orderFromWire, type ShownOrder } from '#contract/order-from-wire.ts'
import type { Rate } from '#core/money/amounts.ts'
import { readOrders } from '#web/calls/trading.ts'
import {
  fillMarks,
  type OrderMarks,
  orderLines,
  type StopMove,
  type StopMoveHandlers,
} from '#web/chart/orders/order-marks.ts'
import { conversionMarket, currentRate } from '#web/markets/current-rate.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useDictionary, useParts, useStore, useToken } from '#web/parts/app-parts.tsx'
import { orderActionsOf } from '#web/parts/order-actions/order-actions.ts'
import { createSingleFlight } from '#web/platform/single-flight.ts'
import { browserTimers } from '#web/platform/timers.ts'
import {
  type AppliedMove,
  addAppliedMove,
  notYetListed,
  withAppliedMoves,
  withMove,
} from '#web/screens/trade/chart/dragged-stop.ts'
import { createStableRate, draggedLineText, orderLineText } from '#web/screens/trade/chart/order-line-text.ts'
import { unsettledKind } from '#web/trade-actions/action-state.ts'

/** A stop that was dragged, and about which somebody is moveRequest. */
export type MoveRequest = { readonly order: ShownOrder; readonly move: StopMove }

export type ChartOrders = {
  readonly marks: OrderMarks
  readonly moves: StopMoveHandlers
  /** Those of this market that stand. */
  readonly orders: readonly ShownOrder[]
  /** What their money is counted by on the chart. */
  readonly rate: Rate | undefined
  readonly moveRequest: MoveRequest | undefined
  readonly setMove: (move: StopMove | undefined) => void
  /** It was set: its line stays where it is until the list says so, too. */
  readonly onApplied: (move: StopMove) => void
}

/** The orders of a market as its chart shows them, and what is dragged there. */
export function useChartOrders(market: ListedMarket): ChartOrders {
  const parts = useParts()
  const { markets, portfolio, toasts, connectionStatus: line } = parts
  const t = useDictionary('trading', 'ticket')
  const standing = useStore(portfolio.activeOrders)
  const ended = useEndedOrders(market.id)
  const rate = useStableRate(market.quoteCurrency)
  const [move, setMove] = useState<StopMove>()
  const [set, setSet] = useState<readonly AppliedMove[]>([])
  const listed = useMemo(
    () =>
      [...standing.open, ...standing.pending]
        .filter((order) => order.market.id === market.id)
        .toSorted((one, other) => other.id - one.id),
    [standing, market.id],
  )
  const still = notYetListed(set, listed)
  if (still !== set) setSet(still)
  const orders = useMemo(() => listed.map((order) => withAppliedMoves(order, still)), [listed, still])
  const fills = useMemo(() => fillMarks([...ended, ...orders]), [ended, orders])
  const lines = useMemo(
    () =>
      orderLines(
        orders.map((order) => (order.id === move?.orderId ? withMove(order, move) : order)),
        orderLineText(t, rate),
      ),
    [orders, move, t, rate],
  )
  const marks = useMemo(() => ({ lines, fills }), [lines, fills])
  const moves = useMemo<StopMoveHandlers>(
    () => ({
      labelFor(next) {
        const order = orders.find(({ id }) => id === next.orderId)
        return order === undefined
          ? ''
          : draggedLineText(t, currentRate(markets, market.quoteCurrency), order, next)
      },
      onDrop(next) {
        const state = markets.quote(market.id).getSnapshot()?.state
        const isStale = state !== 'open' || line.getSnapshot() !== 'up'
        const isUnsettled = unsettledKind(orderActionsOf(parts).of(next.orderId).getSnapshot()) !== undefined
        if (!isStale && !isUnsettled) {
          setMove(next)
          return true
        }
        const why = isUnsettled ? 'act' : state === 'closed' ? 'closed' : 'stale'
        toasts.show({ text: t(`line.held_back.${why}`), tone: 'warn' })
        return false
      },
    }),
    [orders, t, parts, markets, market, toasts, line],
  )
  // An order that ended meanwhile is not moveRequest about any more.
  const moveRequest = useMemo(() => {
    const order = orders.find(({ id }) => id === move?.orderId)
    return order === undefined || move === undefined ? undefined : { order, move }
  }, [orders, move])
  const onApplied = (made: StopMove) => {
    const order = listed.find(({ id }) => id === made.orderId)
    if (order !== undefined) setSet((before) => addAppliedMove(before, order, made))
    // Another that was dragged meanwhile is still to be moveRequest about.
    setMove((now) => (now === made ? undefined : now))
  }
  return { marks, moves, orders, rate, moveRequest, setMove, onApplied }
}

const longestFetchMs = 15_000
/** The largest page: older ones are not marked on the chart. */
const maxEnded = 100
/** Many orders may end one after the other: they are fetched once. */
const settleMs = 400

type Ended = { readonly of: string; readonly orders: readonly ShownOrder[] }

/** The orders of a market that ended last. What cannot be fetched is left out: the lists of orders have it. */
function useEndedOrders(marketId: number): readonly ShownOrder[] {
  const { caller, portfolio } = useParts()
  const token = useToken()
  const [ended, setEnded] = useState<Ended>()
  const of = token === undefined ? undefined : `${marketId} ${token}`
  useEffect(() => {
    if (of === undefined) return undefined
    const flight = createSingleFlight(
      async (signal) => {
        const input = { status: 3, forex_id: marketId, limit: maxEnded } as const
        const answer = await readOrders(caller.call, input, { signal, initial: true }).catch(() => undefined)
        if (answer !== undefined && !signal.aborted) setEnded({ of, orders: answer.data.map(orderFromWire) })
      },
      browserTimers,
      longestFetchMs,
    )
    void flight.join()
    let cancel: () => void = () => undefined
    const leave = portfolio.onEnded(() => {
      cancel()
      cancel = browserTimers.after(settleMs, () => void flight.restart())
    })
    return () => {
      leave()
      cancel()
    }
  }, [of, marketId, caller, portfolio])
  return ended !== undefined && ended.of === of ? ended.orders : none
}

const none: readonly ShownOrder[] = []

/** A currency in US dollars; whoever calls this is shown anew when it has moved enough to be seen. */
function useStableRate(currency: string): Rate | undefined {
  const { markets } = useParts()
  const market = conversionMarket(markets, currency)?.market
  const subscribe = market === undefined ? markets.list.subscribe : markets.quote(market.id).subscribe
  const settled = useMemo(() => createStableRate(markets, currency), [markets, currency])
  return useSyncExternalStore(subscribe, settled)
}
