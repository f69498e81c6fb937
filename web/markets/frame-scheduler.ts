export type FrameScheduler = {
  /** Runs the function in one of the next frames. Adding a queued function again has no effect. */
  readonly add: (run: () => void) => void
}

/**
 * Spreads work over frames, a few items per frame, in order. A push may change every price on the screen, and a slow
 * phone would drop frames if it rendered all of them at once. Nothing runs while the page is hidden.
 */
export function createFrameScheduler(
  nextFrame: (run: () => void) => unknown,
  perFrame: number,
): FrameScheduler {
  const queue = new Set<() => void>()
  let isRequested = false
  function requestFrame(): void {
    if (isRequested || queue.size === 0) return
    isRequested = true
    nextFrame(runBatch)
  }
  function runBatch(): void {
    isRequested = false
    for (const run of [...queue].slice(0, perFrame)) {
      queue.delete(run)
      run()
    }
    requestFrame()
  }
  return {
    add(run) {
      queue.add(run)
      requestFrame()
    },
  }
}
