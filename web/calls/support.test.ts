import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callerTo, envelope, failureOf, startTestServer } from '#test/fakes/call-server.ts'
import { openSupportThread, sendSupportMessage } from '#web/calls/support.ts'

describe('a message to the support', () => {
  const answers = [
    ['too many requests', envelope(429, 'Too many requests', { retry_after: 1 })],
    ['a refusal', envelope(0, 'No', { reason: 'support_limit' })],
    ['a fault', envelope(500, 'Error', { id: '1' })],
    ['an ended session', envelope(999, 'Log in')],
  ] as const
  for (const [name, answer] of answers)
    test(`and the opening of its thread -> no toast after ${name}`, async (context) => {
      const server = await startTestServer(context, answer)
      const { call, toasts } = callerTo(server.origin)
      await failureOf(openSupportThread(call))
      await failureOf(sendSupportMessage(call, undefined, { text: 'one' }, 'key-number-1'))
      assert.deepEqual([server.received.length, toasts], [2, []])
    })
})
