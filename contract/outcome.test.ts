import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { reasons } from '#contract/envelope.ts'
import { answered, refusalMessage, refusalToWire, refused, type Say, toEnvelope } from '#contract/outcome.ts'
import type { Refusal } from '#core/decision/decision.ts'
import { createTranslators } from '#server/platform/translators.ts'

describe('toEnvelope', () => {
  /** Returns the key and its parameters instead of a translation, so that tests can check both. */
  const say: Say = (key, values) => (values === undefined ? key : `${key} ${JSON.stringify(values)}`)

  describe('the envelope of an outcome', () => {
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
})

describe('refusals', () => {
  const english = createTranslators()('en')

  function messageOf(reason: Refusal['reason'], figures?: Refusal['figures']): string {
    const refusal =
      figures === undefined
        ? { kind: 'refused' as const, reason }
        : { kind: 'refused' as const, reason, figures }
    return refusalMessage(refusalToWire(refusal), english)
  }

  describe('the message of a refusal', () => {
    const table: readonly (readonly [Refusal['reason'], NonNullable<Refusal['figures']>, string])[] = [
      ['invalid_lots', { step: '0.01', least: '0.10' }, 'Please enter at least 0.10 lots, in steps of 0.01.'],
      ['lots_limit', { limit: '100.00' }, 'This market allows at most 100.00 lots per order.'],
      ['orders_limit', { limit: '500' }, 'You already have the maximum of 500 such orders.'],
      [
        'notional_limit',
        { limit: '1000000000.000000' },
        "This would exceed your account's exposure limit of 1000000000.00 USD.",
      ],
      [
        'price_moved',
        { bid: '1.08400', ask: '1.08410' },
        'The price has moved to 1.08400 / 1.08410. Please check it and try again.',
      ],
      [
        'insufficient_margin',
        { needed: '1084.300000', available: '-3.141590' },
        'This order needs 1084.30 USD, and your free margin is -3.14159 USD.',
      ],
      [
        'stop_wrong_side',
        { field: 'stop_loss', nearest: '1.08420' },
        'The stop loss is on the wrong side of the price. Nearest allowed price: 1.08420.',
      ],
      [
        'stop_wrong_side',
        { field: 'take_profit', nearest: '1.08440' },
        'The take profit is on the wrong side of the price. Nearest allowed price: 1.08440.',
      ],
      ['invalid_price', { field: 'take_profit' }, 'Please enter a valid take profit.'],
      ['invalid_price', { field: 'seen' }, 'Please enter a valid price.'],
    ]
    for (const [reason, figures, words] of table) {
      test(`${reason} contains ${Object.keys(figures)}`, () => {
        assert.equal(messageOf(reason, figures), words)
      })
    }

    test('is a complete sentence without figures', () => {
      for (const reason of reasons) {
        const words = refusalMessage({ reason }, english)
        assert.doesNotMatch(words, / {2}|“”|undefined| ,| \.|\{/, words)
        assert.match(words, /^[A-Z]/)
      }
    })
  })

  describe('an encoded refusal of the core', () => {
    test('has the wire’s field name and keeps its figures', () => {
      const figures = { field: 'stop_loss', nearest: '1.08420' }
      assert.deepEqual(refusalToWire({ kind: 'refused', reason: 'stop_wrong_side', figures }), {
        kind: 'refused',
        reason: 'stop_wrong_side',
        field: 'stop_loss_price',
        figures: { nearest: '1.08420' },
      })
    })

    test('maps internal reasons to the closed list', () => {
      const internal = [
        'account_missing',
        'unknown_market',
        'invalid_amount',
        'movement_exists',
        'movement_unknown',
      ] as const
      for (const reason of internal) {
        assert.ok(reasons.includes(refusalToWire({ kind: 'refused', reason }).reason))
      }
    })
  })
})
