import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '#test/fast-check.ts'
import { qrPath } from '#ui/qr-path.ts'

/** Converts the path back into QR modules. True is dark. */
function painted(path: string, size: number): boolean[][] {
  const rows = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    rows[Number(y)]?.fill(true, Number(x), Number(x) + Number(length))
  }
  return rows
}

describe('qrPath', () => {
  test('draws one stroke per run of dark modules', () => {
    assert.equal(
      qrPath([
        [true, true, false],
        [false, false, true],
        [true, false, true],
      ]),
      'M0 0h2v1h-2zM2 1h1v1h-1zM0 2h1v1h-1zM2 2h1v1h-1z',
    )
  })

  test('covers exactly the dark modules of any matrix', () => {
    const square = fc.integer({ min: 1, max: 12 }).chain((size) =>
      fc.array(fc.array(fc.boolean(), { minLength: size, maxLength: size }), {
        minLength: size,
        maxLength: size,
      }),
    )
    fc.assert(fc.property(square, (rows) => assert.deepEqual(painted(qrPath(rows), rows.length), rows)))
  })
})
