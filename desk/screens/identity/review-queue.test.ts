import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nextInQueue, queueFromSearch, queuePath } from '#desk/screens/identity/review-queue.ts'

describe('the path of the queue', () => {
  const table = [
    ['', 'waiting', 1, '/identity'],
    ['state=approved', 'approved', 1, '/identity?state=approved'],
    ['state=refused&page=3', 'refused', 3, '/identity?state=refused&page=3'],
    ['page=2', 'waiting', 2, '/identity?page=2'],
    ['state=nonsense&page=-1', 'waiting', 1, '/identity'],
  ] as const

  for (const [search, state, page, address] of table) {
    test(`“${search}” means page ${page} of ${state}`, () => {
      assert.deepEqual(queueFromSearch(search), { state, page })
      assert.equal(queuePath({ state, page }), address)
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
