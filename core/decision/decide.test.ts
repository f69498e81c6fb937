import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Command } from '#core/decision/command.ts'
import { decide } from '#core/decision/decide.ts'
import { micros } from '#core/money/amounts.ts'
import { decidedOf, reasonOf } from '#test/trading/decisions.ts'
import { createTrader, plainTicket } from '#test/trading/trader.ts'

const trader = createTrader({ prices: { EURUSD: ['1.08420', '1.08430'] } })

describe('an account', () => {
  test('opens with 100,000 of demo credit in the demo book', () => {
    const command = { kind: 'open_account', userId: 7, book: 'demo' } as const
    const { effects, answer } = decidedOf(decide(undefined, command, trader.context()))
    assert.deepEqual(answer, [])
    assert.deepEqual(effects, {
      orders: [],
      transfers: [
        {
          source: 'demo_credit',
          destination: 'cash',
          amount: 100_000_000_000,
          type: 'demo',
          reference: 'demo_opening',
          orderId: null,
        },
      ],
      cash: 100_000_000_000,
      locked: 0,
      isWarned: false,
      notice: null,
      movement: null,
    })
  })

  test('opens with a zero balance in the real book', () => {
    const command = { kind: 'open_account', userId: 7, book: 'real' } as const
    const { effects } = decidedOf(decide(undefined, command, trader.context()))
    assert.deepEqual([effects.cash, effects.transfers], [0, []])
  })

  test('is unchanged by a second open_account', () => {
    assert.deepEqual(trader.submit({ kind: 'open_account', book: 'real' }), { kind: 'nothing' })
  })

  test('must exist for every other command', () => {
    const known = { orderId: 1, wasKnown: true }
    const money = { reference: 'a', known: null, amount: micros(1) }
    const commands: readonly Command[] = [
      { kind: 'open_order', userId: 7, ticket: plainTicket },
      { kind: 'close_order', userId: 7, lots: null, ...known },
      { kind: 'cancel_order', userId: 7, ...known },
      { kind: 'set_stops', userId: 7, stopLoss: null, takeProfit: null, ...known },
      { kind: 'reset_demo', userId: 7 },
      { kind: 'deposit', userId: 7, ...money },
      { kind: 'request_withdrawal', userId: 7, ...money },
      { kind: 'finish_withdrawal', userId: 7, isSent: true, reference: 'a', known: null },
      { kind: 'judge_tick', userId: 7, marketId: 101, before: null },
    ]
    for (const command of commands)
      assert.equal(reasonOf(decide(undefined, command, trader.context())), 'account_missing', command.kind)
  })
})
