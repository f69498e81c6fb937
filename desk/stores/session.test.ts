import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptText } from '#desk/stores/kept-text.test.ts'
import { createSession } from '#desk/stores/session.ts'

test('a session goes on after a reload, and is forgotten once it has ended', () => {
  const stored = keptText()
  const session = createSession(stored)
  assert.deepEqual(session.get(), { kind: 'signed_out', because: 'none' })
  session.start('token-1')
  assert.equal(createSession(stored).token(), 'token-1')
  session.end('over')
  assert.deepEqual(session.get(), { kind: 'signed_out', because: 'over' })
  assert.deepEqual(createSession(stored).get(), { kind: 'signed_out', because: 'none' })
})

test('the first reason for an ending stays the one that is told', () => {
  const session = createSession(keptText('token-1'))
  session.end('unattended')
  session.end('over')
  assert.deepEqual(session.get(), { kind: 'signed_out', because: 'unattended' })
})
