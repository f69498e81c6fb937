import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

export async function sizeOf(locator: Locator): Promise<Pick<Box, 'width' | 'height'>> {
  const { width, height } = await boxOf(locator)
  return { width, height }
}

/** Position on the screen, in whole pixels. */
export async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox()
  assert.ok(box !== null, `${String(locator)} is not on the screen`)
  const left = Math.round(box.x)
  const top = Math.round(box.y)
  return {
    x: left,
    y: top,
    width: Math.round(box.x + box.width) - left,
    height: Math.round(box.y + box.height) - top,
  }
}
