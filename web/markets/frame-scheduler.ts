export type FrameScheduler = {
  /** Runs it in one of the next frames; one that waits already is not run twice. */
  readonly add: (run: () => void) => void
}

/**
 * A push may move every price on the screen. Showing them all in one frame would drop the next ones on a slow phone, so
 * each frame takes a few, in the order in which they came. Nothing runs while the page is hidden.
 */
export function createFrameScheduler(
  nextFrame: (run: () => void) => unknown,
  perFrame: number,
): FrameScheduler {
  const waiting = new Set<() => void>()
  let isAsked = false
  function ask(): void {
    if (isAsked || waiting.size === 0) return
    isAsked = true
    nextFrame(takeSlice)
  }
  function takeSlice(): void {
    isAsked = false
    for (const run of [...waiting].slice(0, perFrame)) {
      waiting.delete(run)
      run()
    }
    ask()
  }
  return {
    add(run) {
      waiting.add(run)
      ask()
    },
  }
}
