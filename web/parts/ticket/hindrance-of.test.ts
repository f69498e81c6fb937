import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { unknownStop } from '#web/parts/stops/stop-draft.ts'
import { hindranceOf } from '#web/parts/ticket/hindrance-of.ts'
import type { TicketView } from '#web/parts/ticket/ticket-types.ts'

const nothing = {
  margin: null,
  fee: null,
  pipValue: null,
  availableAfter: null,
  riskRateAfter: null,
  closeOutPrice: null,
}

const waiting: TicketView = {
  ...{ block: undefined, faults: {}, price: null, worstPrice: null, bestPrice: null },
  ...{ stopLoss: undefined, takeProfit: undefined, summary: nothing, input: undefined },
}

const ready = { type: 1, forex_id: 101, status: 1, cont: '0.01' }
const badStop = { ...unknownStop, fault: 'invalid_price' } as const
const poor = { kind: 'insufficient_margin', needed: '2', available: '1' } as const

describe('what stands in the way of a ticket', () => {
  const table: readonly (readonly [string, Partial<TicketView>, string | undefined])[] = [
    ['nothing', { input: ready }, undefined],
    ['the line, before everything', { block: 'reconnecting' }, 'connection.reconnecting'],
    [
      'the market, before anything filled in',
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
    ['what is still on its way', {}, 'app.loading'],
  ]
  for (const [name, view, key] of table) {
    test(`is ${name}`, () => assert.equal(hindranceOf({ ...waiting, ...view }), key))
  }
})
