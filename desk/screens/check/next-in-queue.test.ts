import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nextInQueue } from '#desk/screens/check/next-in-queue.ts'

const table = [
  [[], 1, undefined],
  [[1], 1, undefined],
  [[1, 2, 3], 1, 2],
  [[1, 2, 3], 2, 3],
  [[1, 2, 3], 3, 1],
  [[5, 6], 9, 5],
] as const

describe('the next in the queue', () => {
  for (const [ids, id, next] of table) {
    test(`after ${id} of ${ids.join(' ') || 'none'} comes ${next ?? 'nothing'}`, () => {
      assert.equal(
        nextInQueue(
          ids.map((waiting) => ({ id: waiting })),
          id,
        ),
        next,
      )
    })
  }
})
