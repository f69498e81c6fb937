import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { queueAddress, queuePlace } from '#desk/screens/identity/queue-place.ts'

const table = [
  ['', 'waiting', 1, '/identity'],
  ['state=approved', 'approved', 1, '/identity?state=approved'],
  ['state=refused&page=3', 'refused', 3, '/identity?state=refused&page=3'],
  ['page=2', 'waiting', 2, '/identity?page=2'],
  ['state=nonsense&page=-1', 'waiting', 1, '/identity'],
] as const

describe('the address of the queue', () => {
  for (const [search, state, page, address] of table) {
    test(`“${search}” is page ${page} of ${state}`, () => {
      assert.deepEqual(queuePlace(search), { state, page })
      assert.equal(queueAddress({ state, page }), address)
    })
  }
})
