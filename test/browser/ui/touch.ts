import type { Page } from 'playwright-core'

export type Point = readonly [x: number, y: number]

export type Touch = {
  readonly moveTo: (point: Point) => Promise<void>
  readonly end: () => Promise<void>
}

const steps = 5
const stepMs = 32

/** Starts a touch. Each movement has a fixed duration, independent of the machine's load. */
export async function startTouch(page: Page, start: Point): Promise<Touch> {
  const session = await page.context().newCDPSession(page)
  let at = start
  let timestamp = Date.now() / 1000
  const send = async (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    touchPoints: { x: number; y: number }[],
  ) => {
    timestamp += stepMs / 1000
    await session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp })
  }
  await send('touchStart', [{ x: start[0], y: start[1] }])
  return {
    async moveTo(end) {
      const from = at
      for (let step = 1; step <= steps; step++) {
        at = [between(from[0], end[0], step / steps), between(from[1], end[1], step / steps)]
        await send('touchMove', [{ x: at[0], y: at[1] }])
      }
    },
    async end() {
      await send('touchEnd', [])
      await session.detach()
    },
  }
}

export async function swipe(page: Page, start: Point, end: Point): Promise<void> {
  const touch = await startTouch(page, start)
  await touch.moveTo(end)
  await touch.end()
}

function between(from: number, to: number, part: number): number {
  return from + (to - from) * part
}
