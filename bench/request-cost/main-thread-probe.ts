// Preloaded into the measured server. Measures the CPU time of its main thread per turn of the event loop.
import { type PerformanceEntry, PerformanceObserver, performance } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** What the main thread did between `begin` and `end`, in microseconds of CPU time. */
export type MainThreadUse = {
  /**
   * The longest turn of the event loop, without collections of garbage: other requests had to wait for it. A collection
   * may fall into any turn, whichever requests left the garbage.
   */
  readonly longestUs: number
  /** The same with them. */
  readonly withCollectionsUs: number
  /** All turns with work in them. */
  readonly totalUs: number
}

export type ProbeMessage = { readonly probe: 'begin' | 'end' }

/** A turn without work takes a few microseconds. */
const idleTurnUs = 40

/** Linux updates the time of a running thread only when the time of the whole process is read. */
function threadUs(): number {
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return user + system
}

type Turn = { readonly us: number; readonly fromMs: number; readonly toMs: number }

function probe(): void {
  const collections: PerformanceEntry[] = []
  const observer = new PerformanceObserver((list) => collections.push(...list.getEntries()))
  observer.observe({ entryTypes: ['gc'] })
  let isMeasuring = false
  let turnFromUs = 0
  let turnFromMs = 0
  let turns: Turn[] = []
  let totalUs = 0

  function endTurn(): void {
    const nowUs = threadUs()
    const nowMs = performance.now()
    const us = nowUs - turnFromUs
    if (us > idleTurnUs) {
      totalUs += us
      turns.push({ us, fromMs: turnFromMs, toMs: nowMs })
    }
    turnFromUs = nowUs
    turnFromMs = nowMs
  }
  function watch(): void {
    if (!isMeasuring) return
    endTurn()
    setImmediate(watch)
  }
  function collectionUs({ fromMs, toMs }: Turn): number {
    const within = collections.filter(({ startTime }) => startTime >= fromMs && startTime < toMs)
    return within.reduce((sum, { duration }) => sum + duration * 1000, 0)
  }
  function report(): MainThreadUse {
    collections.push(...observer.takeRecords())
    const longestUs = Math.round(Math.max(0, ...turns.map((turn) => turn.us - collectionUs(turn))))
    return { longestUs, withCollectionsUs: Math.max(0, ...turns.map(({ us }) => us)), totalUs }
  }
  process.on('message', ({ probe }: ProbeMessage) => {
    if (probe === 'begin') {
      collections.length = 0
      ;[turns, totalUs, isMeasuring, turnFromUs, turnFromMs] = [[], 0, true, threadUs(), performance.now()]
      setImmediate(watch)
    } else {
      isMeasuring = false
      process.send?.(report())
    }
  })
}

// Worker threads load the module, too.
if (isMainThread) probe()
