import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withRemark } from '#desk/screens/identity/reject-reason.ts'

test('a rejection gets each common reason once', () => {
  const first = withRemark('  ', 'Blurred.')
  const both = withRemark(`${first} `, 'Expired.')
  assert.deepEqual([first, both, withRemark(both, 'Blurred.')], ['Blurred.', 'Blurred.\nExpired.', both])
})
