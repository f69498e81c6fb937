// Two taps on the same spot, of which the first opens an overlay under the finger.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { boxOf } from '#test/browser/ui/box-of.ts'
import { settle } from '#test/browser/ui/settle.ts'

type Point = { readonly x: number; readonly y: number }

/** Opens `second` by a tap on `first`, and returns a point that lies in both elements. */
export async function commonPoint(page: Page, first: Locator, second: Locator): Promise<Point> {
  await settle(page)
  const under = await boxOf(first)
  await first.tap()
  await second.waitFor()
  await settle(page)
  const over = await boxOf(second)
  const start = { x: Math.max(under.x, over.x), y: Math.max(under.y, over.y) }
  const end = {
    x: Math.min(under.x + under.width, over.x + over.width),
    y: Math.min(under.y + under.height, over.y + over.height),
  }
  assert.ok(start.x < end.x && start.y < end.y, 'the elements overlap')
  return { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }
}

/** Taps again in every frame of the first 250 ms after the overlay appears. */
export async function tapAgainOnOverlay(page: Page, { x, y }: Point, role: string): Promise<void> {
  await settle(page)
  const again = page.evaluate(
    async ([left, top, opened]) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      while (document.querySelector(`[role=${opened}]`) === null) await frame()
      // Uses the animation clock, so that slow machines behave the same.
      const now = () => Number(document.timeline.currentTime)
      for (const startedAt = now(); now() - startedAt < 250; await frame()) {
        document.elementFromPoint(left, top)?.closest('button')?.click()
      }
    },
    [x, y, role] as const,
  )
  await page.touchscreen.tap(x, y)
  await again
  await settle(page)
}

/** Taps the element. Once the page shows this text, taps many points of it in every frame for 250 ms. */
export async function tapOnceShown(
  page: Page,
  element: Locator,
  words: string,
  afterFirstTap: () => void = () => undefined,
): Promise<void> {
  await settle(page)
  const box = await boxOf(element)
  const parts = [0.1, 0.5, 0.9]
  const spots = parts.flatMap((across) =>
    parts.map((down) => [box.x + box.width * across, box.y + box.height * down] as const),
  )
  const again = page.evaluate(
    async ([all, said]) => {
      await new Promise<void>((resolve) => {
        const watcher = new MutationObserver(() => {
          if (!document.body.textContent.includes(said)) return
          watcher.disconnect()
          resolve()
        })
        watcher.observe(document.body, { childList: true, subtree: true, characterData: true })
      })
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      for (const startedAt = Date.now(); Date.now() - startedAt < 250; await frame())
        for (const [x, y] of all) document.elementFromPoint(x, y)?.closest('button')?.click()
    },
    [spots, words] as const,
  )
  await element.tap()
  afterFirstTap()
  await again
}
