import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callFailure } from '#browser/calls/call-failure.ts'
import { createIdempotencyKeys } from '#browser/calls/idempotency-keys.ts'
import { type CallOutcome, outcomeOfText } from '#browser/calls/send-request.ts'

const decide = {
  path: '/desk/api/identity/decide',
  verb: 'POST',
  input: { id: 7, approve: 1 },
  changes: true,
  reusesKey: true,
} as const

const done: CallOutcome = { ok: true, msg: '', data: null }
const lost: CallOutcome = {
  ok: false,
  failure: callFailure({ kind: 'transport', code: '502', status: 502 }),
}
const envelope = (code: number, data: unknown = null) =>
  outcomeOfText(JSON.stringify({ code, msg: '', data }))

/** Sends the request once per outcome and returns the keys. The third request is sent in another session. */
function keysOf(
  request: typeof decide | Omit<typeof decide, 'reusesKey'>,
  ...outcomes: readonly CallOutcome[]
) {
  const keys = countedKeys()
  return outcomes.map((outcome, at) => {
    const token = at < 2 ? 'token-1' : 'token-2'
    const key = keys.keyOf(request, token)
    keys.settle(request, token, outcome)
    return key
  })
}

function countedKeys() {
  let count = 0
  return createIdempotencyKeys(() => {
    count += 1
    return `key-${count}`
  })
}

describe('the idempotency key', () => {
  const table: readonly (readonly [string, CallOutcome, readonly string[]])[] = [
    ['a lost answer', lost, ['key-1', 'key-1']],
    ['an unknown outcome', envelope(0, { reason: 'outcome_unknown' }), ['key-1', 'key-1']],
    ['a busy server', envelope(0, { reason: 'busy' }), ['key-1', 'key-1']],
    ['a fault', envelope(500), ['key-1', 'key-1']],
    ['too many requests', envelope(429), ['key-1', 'key-1']],
    ['a success', done, ['key-1', 'key-2']],
    ['a refusal', envelope(0, { reason: 'already_decided' }), ['key-1', 'key-2']],
    ['an expired session', envelope(999), ['key-1', 'key-2']],
  ]
  for (const [name, outcome, expected] of table)
    test(`is ${expected[1] === 'key-1' ? 'the same' : 'new'} after ${name}`, () =>
      assert.deepEqual(keysOf(decide, outcome, done), expected))

  test('is new in another session', () =>
    assert.deepEqual(keysOf(decide, lost, lost, lost), ['key-1', 'key-1', 'key-2']))

  test('is new for every request that does not reuse it', () => {
    const { reusesKey, ...once } = decide
    assert.deepEqual(keysOf(once, lost, lost), ['key-1', 'key-2'])
  })

  test('is the stored key of the request, and missing for a request that changes nothing', () => {
    assert.equal(countedKeys().keyOf({ ...decide, key: 'stored' }, 'token-1'), 'stored')
    assert.equal(countedKeys().keyOf({ ...decide, changes: false }, 'token-1'), undefined)
  })

  test('differs between requests', () => {
    const keys = countedKeys()
    const sent = [1, 2, 1].map((id) => keys.keyOf({ ...decide, input: { id, approve: 1 } }, 'token-1'))
    assert.deepEqual(sent, ['key-1', 'key-2', 'key-1'])
  })

  test('is dropped after twenty newer unsettled requests', () => {
    const keys = countedKeys()
    const send = (id: number) => keys.keyOf({ ...decide, input: { id, approve: 1 } }, 'token-1')
    for (let id = 0; id <= 20; id += 1) send(id)
    assert.equal(send(0), 'key-22')
  })
})
