import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { queueFromSearch, queuePath } from '#desk/screens/identity/review-queue.ts'

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
