import type { Page } from 'playwright-core'

/**
 * Waits for two frames and the end of all finite animations. The effects of a press have started by then, so that a
 * test can assert without a timeout that an overlay stays open. Needs a running clock.
 */
export async function settle(page: Page): Promise<void> {
  const isMoving = await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    return document.getAnimations().some(({ playState }) => playState === 'running')
  })
  // Asking again takes as long as the frames, and usually nothing moves.
  if (isMoving) await endOfMotion(page)
}

/** Waits until only endless animations run, such as a spinner. */
export async function endOfMotion(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, playState }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
      ),
  )
}
