import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '#test/fast-check.ts'
import { areaPath, sparklinePath } from '#ui/sparkline-path.ts'

const box = { width: 64, height: 28, margin: 2 }

describe('sparklinePath', () => {
  const table: readonly (readonly [string, readonly number[], string])[] = [
    ['rises from the bottom to the top', [1, 2], 'M0 26L64 2'],
    ['falls', [2, 1], 'M0 2L64 26'],
    ['spreads its values evenly', [1, 3, 2], 'M0 26L32 2L64 14'],
    ['that does not move stands in the middle', [5, 5, 5], 'M0 14L32 14L64 14'],
    ['of one value has no line', [5], ''],
    ['of nothing has no line', [], ''],
  ]
  for (const [what, values, path] of table) {
    test(what, () => assert.equal(sparklinePath(values, box), path))
  }

  test('closes the filled area along the bottom edge', () => {
    assert.equal(areaPath(sparklinePath([1, 2], box), box), 'M0 26L64 2V28H0Z')
    assert.equal(areaPath('', box), '')
  })

  test('stays inside its box for any values', () => {
    const prices = fc.array(fc.double({ min: 1e-5, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 100 })
    fc.assert(
      fc.property(prices, (values) => {
        const points = sparklinePath(values, box).slice(1).split('L')
        assert.equal(points.length, values.length)
        for (const [x = -1, y = -1] of points.map((point) => point.split(' ').map(Number))) {
          assert.ok(x >= 0 && x <= box.width && y >= box.margin && y <= box.height - box.margin)
        }
      }),
    )
  })
})
