import { fullJitterMs } from '#browser/platform/full-jitter.ts'
import type { CancelTimer, Timers } from '#browser/platform/timers.ts'
import type { SupportThread } from '#contract/calls/support.ts'

export type Marks = { readonly delivered: number; readonly read: number }

type Parts = {
  readonly send: (marks: Marks) => Promise<SupportThread>
  /** The newest marks that the server has. */
  readonly marked: (thread: SupportThread) => void
  readonly timers: Timers
  readonly random: () => number
}

/** What is received is usually shown at once, and both are sent together. */
export const marksWaitMs = 200
const backoff = { minWaitMs: 1_000, baseMs: 1_000, capMs: 30_000 } as const

export type ChatMarks = {
  /** Marks only rise. Sends nothing that the server has already. */
  readonly raise: (wanted: Partial<Marks>) => void
  /** What the server has. */
  readonly known: (thread: Marks) => void
  readonly resume: () => void
  /** Sends nothing until `resume`: another user may be logged in. */
  readonly pause: () => void
}

/** Sends what was received and what was shown, one call at a time, until the server has it. */
export function createChatMarks({ send, marked, timers, random }: Parts): ChatMarks {
  let has: Marks = { delivered: 0, read: 0 }
  let wants: Marks = { delivered: 0, read: 0 }
  let isSending = false
  let isPaused = true
  let failures = 0
  let cancelTimer: CancelTimer = () => undefined

  const highest = (one: Marks, { delivered = 0, read = 0 }: Partial<Marks>): Marks => ({
    delivered: Math.max(one.delivered, delivered),
    read: Math.max(one.read, read),
  })
  function runAfter(waitMs: number): void {
    cancelTimer()
    cancelTimer = timers.after(waitMs, () => void run())
  }
  async function run(): Promise<void> {
    if (isSending || isPaused || !(wants.delivered > has.delivered || wants.read > has.read)) return
    isSending = true
    cancelTimer()
    const wanted = wants
    const thread = await send(wanted).catch(() => undefined)
    isSending = false
    if (isPaused) return
    if (thread === undefined) {
      runAfter(backoff.minWaitMs + fullJitterMs(failures, random, backoff))
      failures += 1
      return
    }
    failures = 0
    has = highest(highest(has, wanted), thread)
    marked(thread)
    await run()
  }
  return {
    raise(wanted) {
      const next = highest(wants, wanted)
      if (next.delivered === wants.delivered && next.read === wants.read) return
      wants = next
      if (!isSending) runAfter(marksWaitMs)
    },
    known(thread) {
      has = highest(has, thread)
    },
    resume() {
      isPaused = false
      void run()
    },
    pause() {
      isPaused = true
      cancelTimer()
    },
  }
}
