import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUnsentBytes } from '#server/gateway/unsent-bytes.ts'

test('a client has a limit of its own, and all clients together have one', () => {
  const unsent = createUnsentBytes({ inTotal: 100, perClient: 40 })
  const sent = unsent.take('one', 30)
  assert.ok(sent !== undefined)
  assert.equal(unsent.take('one', 11), undefined)
  assert.ok(unsent.take('one', 10) !== undefined)
  assert.ok(unsent.take('two', 40) !== undefined)
  assert.equal(unsent.take('three', 21), undefined)
  assert.ok(unsent.take('three', 20) !== undefined)
  sent()
  sent()
  assert.equal(unsent.take('three', 31), undefined)
  assert.ok(unsent.take('one', 30) !== undefined)
})
