// Preloaded into the measured server. Measures the CPU time of its main thread per turn of the event loop.
import { isMainThread } from 'node:worker_threads'

/** What the main thread did between `begin` and `end`, in microseconds of CPU time. */
export type MainThreadUse = {
  /** The longest turn of the event loop: other requests had to wait for it. */
  readonly longestUs: number
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

function probe(): void {
  let isMeasuring = false
  let turnFromUs = 0
  let longestUs = 0
  let totalUs = 0

  function endTurn(): void {
    const nowUs = threadUs()
    const turnUs = nowUs - turnFromUs
    turnFromUs = nowUs
    longestUs = Math.max(longestUs, turnUs)
    if (turnUs > idleTurnUs) totalUs += turnUs
  }
  function watch(): void {
    if (!isMeasuring) return
    endTurn()
    setImmediate(watch)
  }
  process.on('message', ({ probe }: ProbeMessage) => {
    if (probe === 'begin') {
      ;[longestUs, totalUs, isMeasuring, turnFromUs] = [0, 0, true, threadUs()]
      setImmediate(watch)
    } else {
      isMeasuring = false
      process.send?.({ longestUs, totalUs })
    }
  })
}

// Worker threads load the module, too.
if (isMainThread) probe()
