import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callFailure } from '#browser/calls/call-failure.ts'
import type { Reason } from '#contract/envelope.ts'
import type { RefusalPlace } from '#web/parts/ticket/ticket-messages.ts'
import type { PlacementState } from '#web/screens/trade/ticket/order-placement.ts'
import { refusalAt } from '#web/screens/trade/ticket/refusal.ts'

const refused = (reason: Reason | undefined, field?: string): PlacementState => ({
  kind: 'failed',
  request: { kind: 'place', input: { type: 1, forex_id: 101, status: 1, cont: '0.01' } },
  failure: callFailure({ kind: 'refused', code: 0, msg: 'No.', reason, field, figures: {}, data: null }),
})

const places: readonly RefusalPlace[] = [
  'leverage',
  'lots',
  'target',
  'margin',
  'stop_loss',
  'take_profit',
  'button',
]

describe('a refusal is shown in exactly one place', () => {
  const table: readonly (readonly [Reason | undefined, string | undefined, RefusalPlace])[] = [
    ['invalid_lots', undefined, 'lots'],
    ['lots_limit', undefined, 'lots'],
    ['leverage_not_offered', undefined, 'leverage'],
    ['price_required', undefined, 'target'],
    ['invalid_price', 'target_price', 'target'],
    ['invalid_price', 'price', 'button'],
    ['stop_wrong_side', 'stop_loss_price', 'stop_loss'],
    ['stop_wrong_side', 'target_profit_price', 'take_profit'],
    ['insufficient_margin', undefined, 'margin'],
    ['price_moved', undefined, 'button'],
    ['market_closed', undefined, 'button'],
    ['invalid_input', 'cont', 'lots'],
    [undefined, undefined, 'button'],
  ]
  for (const [reason, field, place] of table) {
    test(`${reason ?? 'an unknown reason'}${field === undefined ? '' : ` about ${field}`}: ${place}`, () => {
      const shownAt = places.filter((one) => refusalAt(refused(reason, field), one, 101) === 'No.')
      assert.deepEqual(shownAt, [place])
    })
  }

  test('shows it above the button if the ticket has moved to another market', () => {
    const shownAt = places.filter((one) => refusalAt(refused('invalid_lots'), one, 102) === 'No.')
    assert.deepEqual(shownAt, ['button'])
  })

  test('shows nothing if nothing was refused', () => {
    assert.equal(refusalAt({ kind: 'idle' }, 'button', 101), undefined)
    const { request } = refused(undefined) as Extract<PlacementState, { kind: 'failed' }>
    assert.equal(refusalAt({ kind: 'never', request }, 'button', 101), undefined)
  })
})
