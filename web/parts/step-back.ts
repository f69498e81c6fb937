import type { Timers } from '#web/platform/timers.ts'

export type StepBackParts = {
  readonly back: () => void
  /** The next time the browser has gone back or forth. */
  readonly onceBack: (handler: () => void) => void
  readonly timers: Timers
}

/** Not every way back says that it was gone: where there is none, nothing happens. */
export const longestStepMs = 1_000

/** One step at a time: the browser takes a moment for it, and a second press in that moment would lead a step further. */
export function createStepBack({ back, onceBack, timers }: StepBackParts): () => void {
  let isUnderWay = false
  return () => {
    if (isUnderWay) return
    isUnderWay = true
    const isDone = () => {
      isUnderWay = false
      cancel()
    }
    const cancel = timers.after(longestStepMs, isDone)
    onceBack(isDone)
    back()
  }
}
