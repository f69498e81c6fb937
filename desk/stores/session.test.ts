import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSession } from '#desk/stores/session.ts'
import { storedInMemory } from '#test/desk/stored-in-memory.ts'

test('a session survives a reload, and is cleared when it ends', () => {
  const stored = storedInMemory()
  const session = createSession(stored)
  assert.deepEqual(session.get(), { kind: 'signed_out', reason: 'none' })
  session.start('token-1')
  assert.equal(createSession(stored).token(), 'token-1')
  session.end('over')
  assert.deepEqual(session.get(), { kind: 'signed_out', reason: 'over' })
  assert.deepEqual(createSession(stored).get(), { kind: 'signed_out', reason: 'none' })
})

test('keeps the first sign-out reason', () => {
  const session = createSession(storedInMemory('token-1'))
  session.end('unattended')
  session.end('over')
  assert.deepEqual(session.get(), { kind: 'signed_out', reason: 'unattended' })
})
