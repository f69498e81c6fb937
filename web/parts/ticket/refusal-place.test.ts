import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Reason } from '#contract/reasons.ts'
import type { ActState } from '#web/acts/act-types.ts'
import { callFailure } from '#web/calls/call-failure.ts'
import { type RefusalPlace, refusalIn } from '#web/parts/ticket/refusal-place.ts'

const request = { kind: 'stops', input: { id: 13 } } as const

const refused = (reason: Reason, field?: string): ActState => ({
  kind: 'failed',
  request,
  failure: callFailure({ kind: 'refused', code: 0, msg: 'No.', reason, field, figures: {}, data: null }),
})

test('a refusal is shown beside the field it is about', () => {
  const state = refused('invalid_price', 'target_price')
  assert.equal(refusalIn(state, 'target'), 'No.')
  assert.equal(refusalIn(state, 'lots'), undefined)
  assert.equal(refusalIn({ kind: 'idle' }, 'target'), undefined)
})

describe('a refusal to set stops is shown', () => {
  const table: readonly (readonly [Reason, string | undefined, RefusalPlace])[] = [
    ['invalid_price', 'stop_loss_price', 'stop_loss'],
    ['invalid_price', 'target_profit_price', 'take_profit'],
    ['stop_wrong_side', 'stop_loss_price', 'stop_loss'],
    ['stop_wrong_side', 'target_profit_price', 'take_profit'],
    ['invalid_input', 'stop_loss_price', 'stop_loss'],
    ['invalid_input', 'target_profit_price', 'take_profit'],
    ['invalid_input', 'id', 'button'],
    ['market_closed', undefined, 'button'],
    ['stale_price', undefined, 'button'],
    ['too_late', undefined, 'button'],
    ['order_not_found', undefined, 'button'],
    ['order_not_open', undefined, 'button'],
    ['account_frozen', undefined, 'button'],
    ['busy', undefined, 'button'],
  ]
  for (const [reason, field, place] of table)
    test(`in ${place}: ${reason}${field === undefined ? '' : ` of ${field}`}`, () => {
      const shown = (['stop_loss', 'take_profit', 'button'] as const).filter(
        (one) => refusalIn(refused(reason, field), one) === 'No.',
      )
      assert.deepEqual(shown, [place])
    })
})
