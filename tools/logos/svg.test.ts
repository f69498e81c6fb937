import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Place, placePath } from '#tools/logos/svg.ts'

const cases: readonly (readonly [what: string, path: string, place: Place, placed: string])[] = [
  ['leaves a path as it is', 'M1 2L3 -4Z', {}, 'M1 2L3-4Z'],
  ['moves', 'M1 2L3 4', { x: 10, y: -2 }, 'M11 0L13 2'],
  ['scales before it moves', 'M1 2C1 1 2 2 3 3', { scale: 2, x: 1 }, 'M3 4C3 2 5 4 7 6'],
  ['turns clockwise', 'M0 -1', { turn: 90 }, 'M1 0'],
  [
    'scales the radii of an arc but not its flags',
    'M0 0A2 3 0 1 0 4 4',
    { scale: 0.5 },
    'M0 0A1 1.5 0 1 0 2 2',
  ],
  ['turns the axes of an ellipse', 'M0 0A2 3 0 0 1 4 0', { turn: 90 }, 'M0 0A2 3 90 0 1 0 4'],
  ['reads numbers that only a sign or a point begins', 'M-.5-.25Q.5 1 2 2', {}, 'M-.5-.25Q.5 1 2 2'],
]

describe('placePath', () => {
  for (const [what, path, place, placed] of cases)
    it(what, () => {
      assert.equal(placePath(path, place), placed)
    })

  it('refuses a command it would place wrongly', () => {
    assert.throws(() => placePath('M0 0H3', { x: 1 }), /no H/)
  })
})
