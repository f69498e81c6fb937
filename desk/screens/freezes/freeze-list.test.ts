import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { freezesFromSearch, freezesPath } from '#desk/screens/freezes/freeze-list.ts'

describe('the path of the freezes', () => {
  const table = [
    ['', 'frozen', 1, '/freezes'],
    ['page=2', 'frozen', 2, '/freezes?page=2'],
    ['state=lifted', 'lifted', 1, '/freezes?state=lifted'],
    ['state=lifted&page=3', 'lifted', 3, '/freezes?state=lifted&page=3'],
    ['state=nonsense&page=-1', 'frozen', 1, '/freezes'],
  ] as const

  for (const [search, state, page, path] of table) {
    test(`“${search}” means page ${page} of ${state}`, () => {
      assert.deepEqual(freezesFromSearch(search), { state, page })
      assert.equal(freezesPath({ state, page }), path)
    })
  }
})
