import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nextInQueue, placeFromSearch, placePath } from '#desk/parts/queue-place.ts'

const states = ['waiting', 'sent', 'returned'] as const

describe('the place in a queue', () => {
  const table = [
    ['', 'waiting', 1, '/withdrawals'],
    ['state=sent', 'sent', 1, '/withdrawals?state=sent'],
    ['state=returned&page=3', 'returned', 3, '/withdrawals?state=returned&page=3'],
    ['page=2', 'waiting', 2, '/withdrawals?page=2'],
    ['state=nonsense&page=-1', 'waiting', 1, '/withdrawals'],
  ] as const

  for (const [search, state, page, address] of table) {
    test(`“${search}” means page ${page} of ${state}`, () => {
      assert.deepEqual(placeFromSearch(search, states), { state, page })
      assert.equal(placePath('/withdrawals', states, { state, page }), address)
    })
  }
})

describe('nextInQueue', () => {
  const table = [
    [[], 1, undefined],
    [[1], 1, undefined],
    [[1, 2, 3], 1, 2],
    [[1, 2, 3], 2, 3],
    [[1, 2, 3], 3, 1],
    [[5, 6], 9, 5],
  ] as const

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
