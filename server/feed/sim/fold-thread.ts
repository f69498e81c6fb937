import { Worker } from 'node:worker_threads'
import { type Candle, foldCandles } from '#core/candle/candle.ts'
import { firstEndingAfter, type OpenSpans } from '#core/market/trading-hours.ts'
import { price } from '#core/money/amounts.ts'
import type { FoldPeriod } from '#server/feed/feed-types.ts'
import { minuteCandles } from '#server/feed/sim/sim-history.ts'
import type { SimModel, SimModelParts } from '#server/feed/sim/sim-model.ts'

export type FoldThread = {
  readonly fold: (question: FoldRequest) => Promise<readonly Candle[]>
  readonly stop: () => Promise<void>
}

type FoldThreadParts = {
  readonly model: SimModelParts
  /** Another file for tests. */
  readonly workerUrl?: URL | undefined
}

type Waiting = {
  readonly question: FoldRequest
  readonly resolve: (candles: readonly Candle[]) => void
  readonly reject: (fault: Error) => void
}

/** Each market may have two details asked for at once; far more is a mistake of ours. */
const maxQueued = 1000
const ownWorker = new URL('./fold-worker.ts', import.meta.url)

/**
 * One thread, started when it is first needed. While it has nothing to do it does not keep the process alive. If it
 * fails, so does everything that waits for it, and the next question starts a new one.
 */
export function createFoldThread({ model, workerUrl = ownWorker }: FoldThreadParts): FoldThread {
  const waiting: Waiting[] = []
  let worker: Worker | undefined
  let isStopped = false

  function start(): Worker {
    const started = new Worker(workerUrl, { workerData: model, execArgv: [] })
    started.on('message', (columns: CandleBuffer) => {
      if (started !== worker) return
      waiting.shift()?.resolve(decodeCandles(columns))
      askNext(started)
    })
    started.on('error', (fault) => failAll(started, new Error('the folding thread failed', { cause: fault })))
    started.on('exit', () => failAll(started, new Error('the folding thread ended')))
    return started
  }

  /** The first is under way. After it short ones come first: a page of a chart does not wait for years of all markets. */
  function enqueue(asking: Waiting): void {
    const longer = waiting.findIndex(
      ({ question }, at) => at > 0 && lengthOf(question) > lengthOf(asking.question),
    )
    waiting.splice(longer === -1 ? waiting.length : longer, 0, asking)
  }

  function askNext(asked: Worker): void {
    const next = waiting[0]
    if (next === undefined) {
      asked.unref()
      return
    }
    asked.ref()
    asked.postMessage(next.question)
  }

  function failAll(failed: Worker, fault: Error): void {
    if (failed !== worker) return
    worker = undefined
    for (const { reject } of waiting.splice(0)) reject(fault)
  }

  return {
    fold(question) {
      if (isStopped) return Promise.reject(new Error('the feed has stopped'))
      if (waiting.length >= maxQueued) return Promise.reject(new Error('too many days wait to be folded'))
      return new Promise((resolve, reject) => {
        enqueue({ question, resolve, reject })
        worker ??= start()
        if (waiting.length === 1) askNext(worker)
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

function lengthOf({ fromDayMs, toDayMs }: FoldRequest): number {
  return toDayMs - fromDayMs
}

/** Which days of which market to fold, with all it takes to know when it was open. */
export type FoldRequest = {
  readonly marketId: number
  readonly fromDayMs: number
  readonly toDayMs: number
  readonly detail: FoldPeriod
  readonly spans: OpenSpans
}

export function foldDays(model: SimModel, question: FoldRequest): readonly Candle[] {
  const { fromDayMs, toDayMs, detail, spans } = question
  const market = model.get(question.marketId)
  if (market === undefined) return []
  return foldCandles(minuteCandles(market, spans, fromDayMs, toDayMs - 1), detail)
}

/** The spans that matter for a stretch of time: those within it and the one before, for the gap at the opening. */
export function spansAround(spans: OpenSpans, fromMs: number, toMs: number): OpenSpans {
  const first = firstEndingAfter(spans, fromMs)
  return spans.slice(Math.max(0, first - 1), firstEndingAfter(spans, toMs) + 1)
}

/** Candles as one block of numbers, which one thread can hand to another without a copy. */
type CandleBuffer = Float64Array<ArrayBuffer>

const width = 6

export function encodeCandles(candles: readonly Candle[]): CandleBuffer {
  const columns = new Float64Array(candles.length * width)
  candles.forEach(({ startMs, open, high, low, close, volume }, row) => {
    columns.set([startMs, open, high, low, close, volume], row * width)
  })
  return columns
}

function decodeCandles(columns: CandleBuffer): readonly Candle[] {
  const candles: Candle[] = []
  for (let at = 0; at < columns.length; at += width) {
    const [startMs = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = columns.subarray(at, at + width)
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
