import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  isSideways,
  type Rotation,
  rotateQuarter,
  scrollToCenter,
  zoomIn,
  zoomOut,
  zooms,
} from '#desk/parts/picture-zoom.ts'

test('four quarter rotations return to the start, and every second is sideways', () => {
  const turns: Rotation[] = [0]
  for (let step = 0; step < 4; step += 1) turns.push(rotateQuarter(turns.at(-1) ?? 0))
  assert.deepEqual(turns, [0, 90, 180, 270, 0])
  assert.deepEqual(turns.map(isSideways), [false, true, false, true, false])
})

test('zooms step by step within bounds', () => {
  for (const [at, zoom] of zooms.entries()) {
    assert.equal(zoomIn(zoom), zooms[Math.min(at + 1, zooms.length - 1)])
    assert.equal(zoomOut(zoom), zooms[Math.max(at - 1, 0)])
  }
})

for (const [place, contentPx, windowPx, at] of [
  [0.5, 800, 800, 0],
  [0.5, 1600, 800, 400],
  [0, 1600, 800, 0],
  [1, 1600, 800, 1200],
] as const) {
  test(`position ${place} of ${contentPx} px in ${windowPx} px scrolls to ${at}`, () => {
    assert.equal(scrollToCenter(place, contentPx, windowPx), at)
  })
}
