import { Worker } from 'node:worker_threads'
import type { Candle } from '#core/candle/candle.ts'
import { type CandleColumns, fromColumns } from '#server/feed/sim/history/candle-columns.ts'
import type { FoldQuestion } from '#server/feed/sim/history/fold-days.ts'
import type { SimModelParts } from '#server/feed/sim/sim-model.ts'

export type FoldingThread = {
  readonly fold: (question: FoldQuestion) => Promise<readonly Candle[]>
  readonly stop: () => Promise<void>
}

export type FoldingThreadParts = {
  readonly model: SimModelParts
  /** Another file for tests. */
  readonly workerUrl?: URL | undefined
}

type Waiting = {
  readonly question: FoldQuestion
  readonly resolve: (candles: readonly Candle[]) => void
  readonly reject: (fault: Error) => void
}

/** Each market may have two details asked for at once; far more is a mistake of ours. */
const mostWaiting = 1000
const ownWorker = new URL('./fold-worker.ts', import.meta.url)

/**
 * One thread, started when it is first needed. While it has nothing to do it does not keep the process alive. If it
 * fails, so does everything that waits for it, and the next question starts a new one.
 */
export function createFoldingThread({ model, workerUrl = ownWorker }: FoldingThreadParts): FoldingThread {
  const waiting: Waiting[] = []
  let worker: Worker | undefined
  let isStopped = false

  function start(): Worker {
    const started = new Worker(workerUrl, { workerData: model, execArgv: [] })
    started.on('message', (columns: CandleColumns) => {
      if (started !== worker) return
      waiting.shift()?.resolve(fromColumns(columns))
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
      if (waiting.length >= mostWaiting) return Promise.reject(new Error('too many days wait to be folded'))
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

function lengthOf({ fromDayMs, toDayMs }: FoldQuestion): number {
  return toDayMs - fromDayMs
}
