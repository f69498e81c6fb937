import type { Call } from '#browser/calls/call-request.ts'
import { fullJitterMs } from '#browser/platform/full-jitter.ts'
import type { CancelTimer, Timers } from '#browser/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { KlinePoint } from '#contract/calls/market.ts'
import { klineTopic } from '#contract/live.ts'
import { candleOfPoint } from '#contract/market-from-wire.ts'
import type { Period } from '#core/candle/period.ts'
import { maxCandlesPerPage, readCandles } from '#web/calls/market.ts'
import {
  applyNewestPage,
  applyOlderPage,
  applyPush,
  beginFetch,
  type CandleSeries,
  emptyLiveCandles,
  failFetch,
  invalidate,
  type LiveCandles,
  maxCandles,
} from '#web/chart/candles/candle-series.ts'
import type { Live } from '#web/live/live.ts'
import type { Push } from '#web/live/topics.ts'

export type CandleStoreParts = {
  readonly call: Call
  readonly live: Pick<Live, 'state' | 'subscribe'>
  readonly timers: Timers
  readonly random: () => number
}

export type CandleSubject = { readonly marketId: number; readonly code: string; readonly period: Period }

export type CandleView = {
  /** `failed` only while nothing is loaded. */
  readonly status: 'loading' | 'ready' | 'failed'
  readonly candles: CandleSeries
  /** Whether `loadOlder` may return more. */
  readonly hasOlder: boolean
}

/** Candles of one market and period, loaded in pages and updated by pushes. Gaps are filled after every disconnect. */
export type CandleStore = {
  readonly subject: CandleSubject
  readonly view: ReadableStore<CandleView>
  /**
   * Keeps the candles current until `stop`. They are kept after `stop`, and the next `start` fetches what is missing.
   */
  readonly start: () => void
  readonly stop: () => void
  /** Fetches at once instead of after the backoff. */
  readonly retry: () => void
  /** Resolves with whether the page was loaded. Call it again only after it has resolved. */
  readonly loadOlder: () => Promise<boolean>
}

export const retryBackoff = { baseMs: 1_000, capMs: 15_000 } as const
export const answerTimeoutMs = 10_000
/** After earlier candles have changed on the server. */
export const reloadWithinMs = 60_000

export function createCandleStore(parts: CandleStoreParts, subject: CandleSubject): CandleStore {
  const { marketId, code, period } = subject
  const view = createValueStore<CandleView>({ status: 'loading', candles: [], hasOlder: false })
  const olderRequests = new Set<AbortController>()
  let state = emptyLiveCandles
  let failures = 0
  let isStarted = false
  let hasReceived = false
  let hasBeenUp = false
  let unsubscribes: readonly (() => void)[] = []
  let request: AbortController | undefined
  let cancelBackoff: CancelTimer | undefined
  let cancelReload: CancelTimer | undefined
  /** The highest `fills` of a push in this connection. */
  let knownFills: number | undefined

  function start(): void {
    if (isStarted) return
    isStarted = true
    hasReceived = false
    knownFills = undefined
    unsubscribes = [
      parts.live.subscribe<KlinePoint>(klineTopic(code, period), receivePush),
      parts.live.state.subscribe(connectionChanged),
    ]
    hasBeenUp = isUp()
    refetch()
  }
  function connectionChanged(): void {
    if (!isUp()) return
    // A server that was restarted counts from zero again.
    knownFills = undefined
    if (hasBeenUp || state.needsPage) refetch()
    hasBeenUp = true
  }
  function isUp(): boolean {
    return parts.live.state.getSnapshot() === 'up'
  }
  function receivePush({ data, snapshot, fills = 0 }: Push<KlinePoint>): void {
    const candle = candleOfPoint(data)
    if (knownFills !== undefined && fills > knownFills) reloadSoon()
    knownFills = Math.max(fills, knownFills ?? 0)
    // Final states of earlier candles may arrive before the snapshot, so the first push always counts as one.
    const isFirst = !hasReceived
    hasReceived = true
    setState(applyPush(state, { candle, snapshot: snapshot || isFirst }, period))
  }
  function stop(): void {
    isStarted = false
    for (const unsubscribe of unsubscribes) unsubscribe()
    unsubscribes = []
    for (const controller of olderRequests) controller.abort()
    cancelRequests()
  }
  /** Every client with this chart does so, hence at random times. The pause bounds how often it happens. */
  function reloadSoon(): void {
    cancelReload ??= parts.timers.after((1 + parts.random()) * (reloadWithinMs / 2), refetch)
  }
  /** Restarts, because a running request or backoff may belong to the previous connection. */
  function refetch(): void {
    cancelRequests()
    failures = 0
    setState(invalidate(state))
  }
  function cancelRequests(): void {
    cancelReload?.()
    cancelReload = undefined
    cancelBackoff?.()
    cancelBackoff = undefined
    request?.abort()
    request = undefined
    state = failFetch(state)
  }
  function setState(next: LiveCandles): void {
    state = next
    publish()
    if (!next.needsPage || next.isFetching || cancelBackoff !== undefined) return
    if (failures === 0) fetchNewest()
    // While disconnected, the retry waits for the connection. Failed requests would only fill the browser's log.
    else if (isUp())
      cancelBackoff = parts.timers.after(fullJitterMs(failures, parts.random, retryBackoff), fetchNewest)
  }
  function fetchNewest(): void {
    cancelBackoff = undefined
    state = beginFetch(state)
    const controller = new AbortController()
    request = controller
    read(controller).then(
      (page) => settle(controller, () => applyNewestPage(state, page, period)),
      () => settle(controller, () => failFetch(state)),
    )
  }
  /** Ignores the result of a request that was replaced by another. */
  function settle(controller: AbortController, next: () => LiveCandles): void {
    if (request !== controller) return
    request = undefined
    const settled = next()
    // A page that leaves a gap counts as a failure. Otherwise it would be requested again in a loop.
    failures = settled.needsPage ? failures + 1 : 0
    setState(settled)
  }
  async function read(controller: AbortController, beforeMs?: number): Promise<CandleSeries> {
    const cancelDeadline = parts.timers.after(answerTimeoutMs, () => controller.abort())
    try {
      const points = await readCandles(
        parts.call,
        { marketId, period, beforeMs, limit: maxCandlesPerPage },
        controller.signal,
      )
      return points.map(candleOfPoint)
    } finally {
      cancelDeadline()
    }
  }
  async function loadOlder(): Promise<boolean> {
    const first = state.candles[0]
    if (first === undefined || !isStarted || !isUp()) return false
    const controller = new AbortController()
    olderRequests.add(controller)
    try {
      const page = await read(controller, first.startMs)
      if (!controller.signal.aborted) setState(applyOlderPage(state, first.startMs, page))
      return !controller.signal.aborted
    } catch {
      // The result reports the failure, and further scrolling tries again.
      return false
    } finally {
      olderRequests.delete(controller)
    }
  }
  function publish(): void {
    const { candles, hasOlder, isFetching, needsPage } = state
    const isComplete = !isFetching && !needsPage
    const isKnown = candles.length > 0 || isComplete || view.getSnapshot().status === 'ready'
    view.set({
      status: isKnown ? 'ready' : failures > 0 ? 'failed' : 'loading',
      candles,
      hasOlder: hasOlder && candles.length < maxCandles,
    })
  }
  return { subject, view, start, stop, retry: () => (isStarted ? refetch() : undefined), loadOlder }
}
