import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { keptApart, labelPlaces } from '#web/chart/marks/label-places.ts'

const room = { heightPx: 20, startPx: 6, endPx: 300, gapPx: 4 }
const wish = (key: string, y: number, widthPx = 80) => ({ key, y, widthPx })

describe('labels', () => {
  test('stand at the left, where none is near', () => {
    assert.deepEqual(labelPlaces([wish('a', 10), wish('b', 30), wish('c', 90)], room), [
      { key: 'a', x: 6 },
      { key: 'b', x: 6 },
      { key: 'c', x: 6 },
    ])
  })

  test('stand beside each other where they would cover each other, the first one first', () => {
    assert.deepEqual(labelPlaces([wish('a', 10), wish('b', 15), wish('c', 32)], room), [
      { key: 'a', x: 6 },
      { key: 'b', x: 90 },
      // Only the second one is in its way.
      { key: 'c', x: 6 },
    ])
  })

  test('are left out where there is no room', () => {
    const keys = labelPlaces(
      ['a', 'b', 'c', 'd'].map((key) => wish(key, 10)),
      room,
    ).map(({ key }) => key)
    assert.deepEqual(keys, ['a', 'b', 'c'])
  })

  test('never cover each other and never leave the room', () => {
    const wishes = fc.array(
      fc.record({ y: fc.integer({ min: 0, max: 200 }), widthPx: fc.integer({ min: 20, max: 140 }) }),
      {
        maxLength: 40,
      },
    )
    fc.assert(
      fc.property(wishes, (those) => {
        const all = those.map((one, index) => ({ ...one, key: String(index) }))
        const placed = labelPlaces(all, room).map(({ key, x }) => ({
          x,
          ...(all[Number(key)] ?? wish('', 0)),
        }))
        for (const [index, one] of placed.entries()) {
          assert.ok(one.x >= room.startPx && one.x + one.widthPx <= room.endPx)
          for (const other of placed.slice(index + 1)) {
            const isBeside = one.x + one.widthPx <= other.x || other.x + other.widthPx <= one.x
            assert.ok(isBeside || Math.abs(one.y - other.y) >= room.heightPx)
          }
        }
      }),
    )
  })
})

test('of what stands too close, what matters most is kept', () => {
  const wishes = [wish('price', 50), wish('near', 60), wish('far', 80), wish('nearer', 95)]
  assert.deepEqual([...keptApart(wishes, 20)], ['price', 'far'])
})
