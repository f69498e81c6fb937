import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOperatorSession } from '#desk/stores/operator-session.ts'
import { storedInMemory } from '#test/fakes/stored-in-memory.ts'

test('a reload keeps the session, and forgets why an earlier one ended', () => {
  const stored = storedInMemory()
  const session = createOperatorSession(stored)
  session.start('token-1')
  assert.equal(createOperatorSession(stored).getSnapshot(), 'token-1')
  session.end('over')
  assert.deepEqual([session.getSnapshot(), session.signOutReason.getSnapshot()], [undefined, 'over'])
  const reloaded = createOperatorSession(stored)
  assert.deepEqual([reloaded.getSnapshot(), reloaded.signOutReason.getSnapshot()], [undefined, undefined])
})

test('keeps the first sign-out reason until the next sign-in', () => {
  const session = createOperatorSession(storedInMemory('token-1'))
  session.end('unattended')
  session.end('over')
  assert.equal(session.signOutReason.getSnapshot(), 'unattended')
  session.start('token-2')
  assert.equal(session.signOutReason.getSnapshot(), undefined)
})
