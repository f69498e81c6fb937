import type { Page } from 'playwright-core'

/**
 * Two frames, and then until every movement that has an end has ended. What a press was going to start has started by
 * then, so that "it stays open" can be asked without waiting for a while. Needs a clock that runs.
 */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
  })
  await endOfMotion(page)
}

/** Until nothing moves any more but what moves for ever, such as a spinner. */
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
