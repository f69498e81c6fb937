import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callFailure } from '#browser/calls/call-failure.ts'
import type { Reason } from '#contract/envelope.ts'
import { unknownStop } from '#web/parts/stops/stop-draft.ts'
import { blockReason, type RefusalPlace, refusalIn } from '#web/parts/ticket/ticket-messages.ts'
import type { TicketView } from '#web/parts/ticket/ticket-types.ts'
import type { ActionState } from '#web/trade-actions/action-state.ts'

describe('blockReason', () => {
  const nothing = {
    margin: null,
    fee: null,
    pipValue: null,
    freeMarginAfter: null,
    marginLevelAfter: null,
    closeOutPrice: null,
  }

  const waiting: TicketView = {
    ...{ block: undefined, faults: {}, price: null, worstPrice: null, bestPrice: null },
    ...{ stopLoss: undefined, takeProfit: undefined, summary: nothing, input: undefined },
  }

  const ready = { type: 1, forex_id: 101, status: 1, cont: '0.01' }
  const badStop = { ...unknownStop, fault: 'invalid_price' } as const
  const poor = { kind: 'insufficient_margin', needed: '2', available: '1' } as const

  const table: readonly (readonly [string, Partial<TicketView>, string | undefined])[] = [
    ['none if it can be sent', { input: ready }, undefined],
    ['the connection, before everything', { block: 'reconnecting' }, 'connection.reconnecting'],
    [
      'the market, before faults of the draft',
      { block: 'market_closed', faults: { lots: { kind: 'required' } } },
      'ticket.block.market_closed',
    ],
    [
      'the price, before the lots',
      { faults: { lots: { kind: 'required' }, target: { kind: 'required' } } },
      'ticket.check.target',
    ],
    [
      'the lots, before a stop',
      { faults: { lots: { kind: 'required' } }, stopLoss: badStop },
      'ticket.check.lots',
    ],
    [
      'the stop loss, before the take profit',
      { stopLoss: badStop, takeProfit: badStop },
      'ticket.check.stop_loss',
    ],
    ['the take profit', { takeProfit: badStop, faults: { margin: poor } }, 'ticket.check.take_profit'],
    ['the margin', { faults: { margin: poor } }, 'ticket.check.margin'],
    ['missing data', {}, 'app.loading'],
  ]
  for (const [name, view, key] of table) {
    test(`is ${name}`, () => assert.equal(blockReason({ ...waiting, ...view }), key))
  }
})

describe('refusalIn', () => {
  const request = { kind: 'stops', input: { id: 13 } } as const

  const refused = (reason: Reason, field?: string): ActionState => ({
    kind: 'failed',
    request,
    failure: callFailure({ kind: 'refused', code: 0, msg: 'No.', reason, field, figures: {}, data: null }),
  })

  test('shows a refusal beside its field only', () => {
    const state = refused('invalid_price', 'target_price')
    assert.equal(refusalIn(state, 'target'), 'No.')
    assert.equal(refusalIn(state, 'lots'), undefined)
    assert.equal(refusalIn({ kind: 'idle' }, 'target'), undefined)
  })

  describe('a refusal to set stops', () => {
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
      test(`${reason}${field === undefined ? '' : ` of ${field}`} is shown at ${place}`, () => {
        const shown = (['stop_loss', 'take_profit', 'button'] as const).filter(
          (one) => refusalIn(refused(reason, field), one) === 'No.',
        )
        assert.deepEqual(shown, [place])
      })
  })
})
