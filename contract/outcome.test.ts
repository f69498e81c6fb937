import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answered, refused, type Say, toEnvelope } from '#contract/outcome.ts'

/** Words that show their key and their holes, so that a wrong one is seen. */
const say: Say = (key, values) => (values === undefined ? key : `${key} ${JSON.stringify(values)}`)

describe('an outcome becomes an envelope', () => {
  const table: readonly (readonly [string, Parameters<typeof toEnvelope>[0], unknown])[] = [
    ['a read', answered({ a: 1 }), { code: 1, msg: '', data: { a: 1 } }],
    ['no data', answered(null), { code: 1, msg: '', data: null }],
    ['a change', answered(null, 'reason.busy'), { code: 1, msg: 'reason.busy', data: null }],
    [
      'a refusal',
      refused('market_closed'),
      { code: 0, msg: 'reason.market_closed', data: { reason: 'market_closed' } },
    ],
    [
      'a refusal with its figures',
      refused('lots_limit', { figures: { limit: '100.00' } }),
      {
        code: 0,
        msg: 'reason.lots_limit.figures {"limit":"100.00"}',
        data: { reason: 'lots_limit', figures: { limit: '100.00' } },
      },
    ],
    [
      'a wrong field',
      refused('invalid_input', { field: 'key' }),
      {
        code: 0,
        msg: 'reason.invalid_input.field {"field":"key"}',
        data: { reason: 'invalid_input', field: 'key' },
      },
    ],
    ['no session', { kind: 'session_invalid' }, { code: 999, msg: 'answer.session_invalid', data: null }],
    [
      'too many requests',
      { kind: 'too_many_requests', retryAfterSeconds: 3 },
      { code: 429, msg: 'answer.too_many_requests {"seconds":3}', data: { retry_after: 3 } },
    ],
    [
      'a fault',
      { kind: 'fault', id: 'f00' },
      { code: 500, msg: 'answer.fault {"id":"f00"}', data: { id: 'f00' } },
    ],
  ]
  for (const [name, outcome, envelope] of table) {
    test(name, () => assert.deepEqual(toEnvelope(outcome, say), envelope))
  }
})
