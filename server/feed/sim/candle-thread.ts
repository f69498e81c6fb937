// Aggregates whole days of simulated minutes into longer candles, in a worker thread (candle-worker.ts).
import { Worker } from 'node:worker_threads'
import { aggregateCandles, type Candle } from '#core/candle/candle.ts'
import { firstEndingAfter, type OpenSpans } from '#core/market/trading-hours.ts'
import { price } from '#core/money/amounts.ts'
import type { AggregatePeriod } from '#server/feed/feed-types.ts'
import { longCandles, minuteCandles } from '#server/feed/sim/sim-history.ts'
import type { SimModel, SimModelParts } from '#server/feed/sim/sim-model.ts'

export type CandleThread = {
  readonly aggregate: (request: CandleRequest) => Promise<readonly Candle[]>
  readonly stop: () => Promise<void>
}

type CandleThreadParts = {
  readonly model: SimModelParts
  /** For tests. */
  readonly workerUrl?: URL | undefined
}

type PendingRequest = {
  readonly request: CandleRequest
  readonly resolve: (candles: readonly Candle[]) => void
  readonly reject: (fault: Error) => void
}

/** More pending requests than this are a bug: a market has at most two, one for each period. */
const maxPending = 1000
const ownWorker = new URL('./candle-worker.ts', import.meta.url)

/**
 * One worker, started by the first request. An idle worker does not keep the process alive. If it fails, all pending
 * requests fail, and the next request starts a new worker.
 */
export function createCandleThread({ model, workerUrl = ownWorker }: CandleThreadParts): CandleThread {
  const pending: PendingRequest[] = []
  let worker: Worker | undefined
  let isStopped = false

  function start(): Worker {
    const started = new Worker(workerUrl, { workerData: model, execArgv: [] })
    started.on('message', (buffer: CandleBuffer) => {
      if (started !== worker) return
      pending.shift()?.resolve(decodeCandles(buffer))
      postNext(started)
    })
    started.on('error', (fault) => failAll(started, new Error('the candle worker failed', { cause: fault })))
    started.on('exit', () => failAll(started, new Error('the candle worker exited')))
    return started
  }

  /**
   * The first request is in progress. The others are sorted by length: a chart page must not wait for years of data.
   */
  function enqueue(added: PendingRequest): void {
    const longer = pending.findIndex(
      ({ request }, at) => at > 0 && lengthOf(request) > lengthOf(added.request),
    )
    pending.splice(longer === -1 ? pending.length : longer, 0, added)
  }

  function postNext(target: Worker): void {
    const next = pending[0]
    if (next === undefined) {
      target.unref()
      return
    }
    target.ref()
    target.postMessage(next.request)
  }

  function failAll(failed: Worker, fault: Error): void {
    if (failed !== worker) return
    worker = undefined
    for (const { reject } of pending.splice(0)) reject(fault)
  }

  return {
    aggregate(request) {
      if (isStopped) return Promise.reject(new Error('the feed has stopped'))
      if (pending.length >= maxPending)
        return Promise.reject(new Error('too many candle requests are pending'))
      return new Promise((resolve, reject) => {
        enqueue({ request, resolve, reject })
        worker ??= start()
        if (pending.length === 1) postNext(worker)
      })
    },
    async stop() {
      isStopped = true
      const ended = worker
      if (ended === undefined) return
      failAll(ended, new Error('the feed has stopped'))
      await ended.terminate()
    },
  }
}

function lengthOf({ fromDayMs, toDayMs }: CandleRequest): number {
  return toDayMs - fromDayMs
}

/** Whole UTC days to aggregate into candles, and the trading sessions that overlap them. */
export type CandleRequest = {
  readonly marketId: number
  readonly fromDayMs: number
  readonly toDayMs: number
  readonly period: AggregatePeriod
  readonly spans: OpenSpans
}

export function aggregateDays(model: SimModel, request: CandleRequest): readonly Candle[] {
  const { fromDayMs, toDayMs, period, spans } = request
  const market = model.get(request.marketId)
  if (market === undefined) return []
  const candles = period === '1day' ? longCandles : minuteCandles
  return aggregateCandles(candles(market, spans, fromDayMs, toDayMs - 1), period)
}

/** The spans that overlap a range. */
export function spansWithin(spans: OpenSpans, fromMs: number, toMs: number): OpenSpans {
  return spans.slice(firstEndingAfter(spans, fromMs), firstEndingAfter(spans, toMs) + 1)
}

/** Six numbers a candle, in one buffer that threads transfer without copying. */
type CandleBuffer = Float64Array<ArrayBuffer>

const numbersPerCandle = 6

export function encodeCandles(candles: readonly Candle[]): CandleBuffer {
  const buffer = new Float64Array(candles.length * numbersPerCandle)
  candles.forEach(({ startMs, open, high, low, close, volume }, row) => {
    buffer.set([startMs, open, high, low, close, volume], row * numbersPerCandle)
  })
  return buffer
}

function decodeCandles(buffer: CandleBuffer): readonly Candle[] {
  const candles: Candle[] = []
  for (let at = 0; at < buffer.length; at += numbersPerCandle) {
    const [startMs = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = buffer.subarray(
      at,
      at + numbersPerCandle,
    )
    candles.push({
      startMs,
      open: price(open),
      high: price(high),
      low: price(low),
      close: price(close),
      volume,
    })
  }
  return candles
}
