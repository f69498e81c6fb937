import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { createSingleFlight } from '#browser/platform/single-flight.ts'
import { browserTimers } from '#browser/platform/timers.ts'
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
import {
  type AppliedMove,
  addAppliedMove,
  notYetListed,
  withAppliedMoves,
  withMove,
} from '#web/screens/trade/chart/dragged-stop.ts'
import { createStableRate, draggedLineText, orderLineText } from '#web/screens/trade/chart/order-line-text.ts'
import { unsettledKind } from '#web/trade-actions/action-state.ts'

/** A dragged stop that waits for the user's confirmation. */
export type MoveRequest = { readonly order: ShownOrder; readonly move: StopMove }

export type ChartOrders = {
  readonly marks: OrderMarks
  readonly moves: StopMoveHandlers
  /** Active orders of this market, newest first. */
  readonly orders: readonly ShownOrder[]
  /** Converts the profits on the chart to dollars. */
  readonly rate: Rate | undefined
  readonly moveRequest: MoveRequest | undefined
  readonly setMove: (move: StopMove | undefined) => void
  /** Called when the server has set the stop. The line stays in place until the order list has the new price. */
  readonly onApplied: (move: StopMove) => void
}

/** Orders of a market as the chart draws them, and the stop that is being dragged. */
export function useChartOrders(market: ListedMarket): ChartOrders {
  const parts = useParts()
  const { markets, portfolio, toasts, connectionStatus } = parts
  const t = useDictionary('trading', 'ticket')
  const activeOrders = useStore(portfolio.activeOrders)
  const ended = useEndedOrders(market.id)
  const rate = useStableRate(market.quoteCurrency)
  const [move, setMove] = useState<StopMove>()
  const [applied, setApplied] = useState<readonly AppliedMove[]>([])
  const listed = useMemo(
    () =>
      [...activeOrders.open, ...activeOrders.pending]
        .filter((order) => order.market.id === market.id)
        .toSorted((one, other) => other.id - one.id),
    [activeOrders, market.id],
  )
  const remaining = notYetListed(applied, listed)
  if (remaining !== applied) setApplied(remaining)
  const orders = useMemo(() => listed.map((order) => withAppliedMoves(order, remaining)), [listed, remaining])
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
        const isStale = state !== 'open' || connectionStatus.getSnapshot() !== 'up'
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
    [orders, t, parts, markets, market, toasts, connectionStatus],
  )
  // Undefined if nothing was dragged, or if the order has ended meanwhile.
  const moveRequest = useMemo(() => {
    const order = orders.find(({ id }) => id === move?.orderId)
    return order === undefined || move === undefined ? undefined : { order, move }
  }, [orders, move])
  const onApplied = (confirmed: StopMove) => {
    const order = listed.find(({ id }) => id === confirmed.orderId)
    if (order !== undefined) setApplied((before) => addAppliedMove(before, order, confirmed))
    // Keeps a newer move if the user has dragged a stop meanwhile.
    setMove((now) => (now === confirmed ? undefined : now))
  }
  return { marks, moves, orders, rate, moveRequest, setMove, onApplied }
}

const fetchTimeoutMs = 15_000
/** Largest page size of the call. Older orders are not marked on the chart. */
const maxEnded = 100
/** Delay before reading, because several orders may end one after the other. */
const settleMs = 400

type EndedOrders = { readonly key: string; readonly orders: readonly ShownOrder[] }

/** Recently ended orders of a market. Empty if they cannot be read: they only add marks to the chart. */
function useEndedOrders(marketId: number): readonly ShownOrder[] {
  const { caller, portfolio } = useParts()
  const token = useToken()
  const [ended, setEnded] = useState<EndedOrders>()
  const key = token === undefined ? undefined : `${marketId} ${token}`
  useEffect(() => {
    if (key === undefined) return undefined
    const flight = createSingleFlight(
      async (signal) => {
        const input = { status: 3, forex_id: marketId, limit: maxEnded } as const
        const answer = await readOrders(caller.call, input, { signal, background: true }).catch(
          () => undefined,
        )
        if (answer !== undefined && !signal.aborted) setEnded({ key, orders: answer.data.map(orderFromWire) })
      },
      browserTimers,
      fetchTimeoutMs,
    )
    void flight.join()
    let cancel: () => void = () => undefined
    const unsubscribe = portfolio.onEnded(() => {
      cancel()
      cancel = browserTimers.after(settleMs, () => void flight.restart())
    })
    return () => {
      unsubscribe()
      cancel()
    }
  }, [key, marketId, caller, portfolio])
  return ended !== undefined && ended.key === key ? ended.orders : noOrders
}

const noOrders: readonly ShownOrder[] = []

/** Conversion rate from a currency to US dollars. Re-renders only when the rate has moved visibly. */
function useStableRate(currency: string): Rate | undefined {
  const { markets } = useParts()
  const market = conversionMarket(markets, currency)?.market
  const subscribe = market === undefined ? markets.list.subscribe : markets.quote(market.id).subscribe
  const stableRate = useMemo(() => createStableRate(markets, currency), [markets, currency])
  return useSyncExternalStore(subscribe, stableRate)
}
