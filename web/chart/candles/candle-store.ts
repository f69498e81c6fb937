import type { KlinePoint } from '#contract/calls/market.ts'
import { klineTopic } from '#contract/live.ts'
import { candleOfPoint } from '#contract/market-from-wire.ts'
import type { Period } from '#core/candle/period.ts'
import type { Call } from '#web/calls/call-request.ts'
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
import { fullJitterMs } from '#web/platform/full-jitter.ts'
import type { CancelTimer, Timers } from '#web/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#web/platform/value-store.ts'

export type CandleStoreParts = {
  readonly call: Call
  readonly live: Pick<Live, 'state' | 'subscribe'>
  readonly timers: Timers
  readonly random: () => number
}

export type CandleSubject = { readonly marketId: number; readonly code: string; readonly period: Period }

export type CandleView = {
  /** `failed` only while there is nothing to show; what is there stays on show. */
  readonly status: 'loading' | 'ready' | 'failed'
  readonly candles: CandleSeries
  /** Whether asking for older ones may give some. */
  readonly hasOlder: boolean
}

/** The candles of one market and period: fetched page by page, kept up by pushes, whole again after every break. */
export type CandleStore = {
  readonly subject: CandleSubject
  readonly view: ReadableStore<CandleView>
  /** Candles flow from the call until `stop`; what is known stays, and is made whole by the next `start`. */
  readonly start: () => void
  readonly stop: () => void
  /** Asks at once, instead of after the wait that follows a failure. */
  readonly retry: () => void
  /** Resolves when the page is there, with false when it could not be fetched. Ask for one at a time. */
  readonly loadOlder: () => Promise<boolean>
}

export const retryBackoff = { baseMs: 1_000, capMs: 15_000 } as const
export const answerTimeoutMs = 10_000

export function createCandleStore(parts: CandleStoreParts, subject: CandleSubject): CandleStore {
  const { marketId, code, period } = subject
  const view = createValueStore<CandleView>({ status: 'loading', candles: [], hasOlder: false })
  const older = new Set<AbortController>()
  let series = emptyLiveCandles
  let failures = 0
  let isStarted = false
  let hasHeard = false
  let hasBeenUp = false
  let leave: readonly (() => void)[] = []
  let request: AbortController | undefined
  let cancelWait: CancelTimer | undefined

  function start(): void {
    if (isStarted) return
    isStarted = true
    hasHeard = false
    leave = [
      parts.live.subscribe<KlinePoint>(klineTopic(code, period), hearPush),
      parts.live.state.subscribe(connectionChanged),
    ]
    hasBeenUp = isUp()
    askAnew()
  }
  function connectionChanged(): void {
    if (!isUp()) return
    if (hasBeenUp || series.needsPage) askAnew()
    hasBeenUp = true
  }
  function isUp(): boolean {
    return parts.live.state.getSnapshot() === 'up'
  }
  function hearPush({ data, snapshot }: Push<KlinePoint>): void {
    const candle = candleOfPoint(data)
    // The ends of earlier candles may come before the snapshot, and it is they who begin the subscription then.
    const isFirst = !hasHeard
    hasHeard = true
    take(applyPush(series, { candle, snapshot: snapshot || isFirst }, period))
  }
  function stop(): void {
    isStarted = false
    for (const out of leave) out()
    leave = []
    for (const asked of older) asked.abort()
    forgetAsked()
  }
  /** Whatever is under way was asked of a server that may since have gone, or waits for one that is back. */
  function askAnew(): void {
    forgetAsked()
    failures = 0
    take(invalidate(series))
  }
  function forgetAsked(): void {
    cancelWait?.()
    cancelWait = undefined
    request?.abort()
    request = undefined
    series = failFetch(series)
  }
  function take(next: LiveCandles): void {
    series = next
    show()
    if (!next.needsPage || next.isFetching || cancelWait !== undefined) return
    if (failures === 0) fetchNewest()
    // While there is no connection its return is waited for: asking again and again would only fill the console.
    else if (isUp())
      cancelWait = parts.timers.after(fullJitterMs(failures, parts.random, retryBackoff), fetchNewest)
  }
  function fetchNewest(): void {
    cancelWait = undefined
    series = beginFetch(series)
    const own = new AbortController()
    request = own
    read(own).then(
      (page) => settle(own, () => applyNewestPage(series, page, period)),
      () => settle(own, () => failFetch(series)),
    )
  }
  /** One that was given up for another changes nothing. */
  function settle(own: AbortController, next: () => LiveCandles): void {
    if (request !== own) return
    request = undefined
    const settled = next()
    // An answer that leaves something missing has failed too: asking at once would go on for ever.
    failures = settled.needsPage ? failures + 1 : 0
    take(settled)
  }
  async function read(own: AbortController, beforeMs?: number): Promise<CandleSeries> {
    const cancelDeadline = parts.timers.after(answerTimeoutMs, () => own.abort())
    try {
      const points = await readCandles(
        parts.call,
        { marketId, period, beforeMs, limit: maxCandlesPerPage },
        own.signal,
      )
      return points.map(candleOfPoint)
    } finally {
      cancelDeadline()
    }
  }
  async function loadOlder(): Promise<boolean> {
    const first = series.candles[0]
    if (first === undefined || !isStarted || !isUp()) return false
    const own = new AbortController()
    older.add(own)
    try {
      const page = await read(own, first.startMs)
      if (!own.signal.aborted) take(applyOlderPage(series, first.startMs, page))
      return !own.signal.aborted
    } catch {
      // Told by the answer: whoever scrolls on asks again.
      return false
    } finally {
      older.delete(own)
    }
  }
  function show(): void {
    const { candles, hasOlder, isFetching: asks, needsPage: lacks } = series
    const isWhole = !asks && !lacks
    const isKnown = candles.length > 0 || isWhole || view.getSnapshot().status === 'ready'
    view.set({
      status: isKnown ? 'ready' : failures > 0 ? 'failed' : 'loading',
      candles,
      hasOlder: hasOlder && candles.length < maxCandles,
    })
  }
  return { subject, view, start, stop, retry: () => (isStarted ? askAnew() : undefined), loadOlder }
}
