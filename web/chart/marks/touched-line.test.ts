import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { reachPx, touchedLine } from '#web/chart/marks/touched-line.ts'

const at = (key: string, y: number, x?: number) => ({
  key,
  y,
  label: x === undefined ? undefined : { x, widthPx: 60 },
})

describe('the line under a finger', () => {
  test('is the nearest within reach, 44 px in all', () => {
    const lines = [at('a', 100), at('b', 130)]
    assert.equal(touchedLine(lines, { x: 200, y: 100 - reachPx }), 'a')
    assert.equal(touchedLine(lines, { x: 200, y: 118 }), 'b')
    assert.equal(touchedLine(lines, { x: 200, y: 99 - reachPx }), undefined)
    assert.equal(reachPx * 2, 44)
  })

  test('is the one whose label it is on, also when another is nearer', () => {
    const lines = [at('a', 100, 6), at('b', 104, 70)]
    assert.equal(touchedLine(lines, { x: 20, y: 104 }), 'a')
    assert.equal(touchedLine(lines, { x: 90, y: 100 }), 'b')
    assert.equal(touchedLine(lines, { x: 200, y: 101 }), 'a')
  })

  test('of two in one place, is the one that is named first', () => {
    assert.equal(touchedLine([at('a', 100), at('b', 100)], { x: 0, y: 100 }), 'a')
  })
})
