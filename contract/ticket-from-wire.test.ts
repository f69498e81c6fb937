import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { stopsFromWire, ticketFromWire } from '#contract/ticket-from-wire.ts'

const atMarket = { type: 1, forex_id: 101, status: 1, cont: '0.10', multiple: '100' }

describe('a ticket', () => {
  test('has no target for a market order and no seen price for a pending one', () => {
    const both = { price: '1.08', target_price: '1.07', deviation: 3 }
    const plain = {
      marketId: 101,
      lots: '0.10',
      leverage: 100,
      deviation: 3,
      stopLoss: null,
      takeProfit: null,
    }
    assert.deepEqual(ticketFromWire({ ...atMarket, ...both }), {
      ...plain,
      side: 'buy',
      target: null,
      seen: '1.08',
    })
    assert.deepEqual(ticketFromWire({ ...atMarket, ...both, type: 2, status: 0 }), {
      ...plain,
      side: 'sell',
      target: '1.07',
      seen: null,
    })
  })

  test('is undefined for a pending order without a target', () => {
    assert.equal(ticketFromWire({ ...atMarket, status: 0 }), undefined)
    assert.equal(ticketFromWire({ ...atMarket, status: 0, target_price: '' }), undefined)
    assert.equal(ticketFromWire({ ...atMarket, status: 0, target_price: '0' })?.target, '0')
  })

  test('keeps typed text unparsed', () => {
    for (const typed of ['-1', 'NaN', '1e3', ' 1', '0.123456789012345678901234567890', '9'.repeat(200), '']) {
      assert.equal(ticketFromWire({ ...atMarket, cont: typed })?.lots, typed)
    }
  })

  const leverages: readonly (readonly [string | undefined, number])[] = [
    ['100', 100],
    ['100.0', 100],
    ['0100', 100],
    [undefined, 0],
    ['', 0],
    ['-100', 0],
    ['1e2', 0],
    ['100.5', 0],
    ['NaN', 0],
    ['9'.repeat(30), 0],
  ]
  for (const [text, leverage] of leverages) {
    test(`reads leverage ${JSON.stringify(text)} as ${leverage}`, () => {
      const { multiple: _, ...rest } = atMarket
      const input = text === undefined ? rest : { ...rest, multiple: text }
      assert.equal(ticketFromWire(input)?.leverage, leverage)
    })
  }
})

describe('a stop', () => {
  for (const none of [undefined, '', '0', '0.00', '00.000', '.0', '0.']) {
    test(`of ${JSON.stringify(none)} is null`, () => {
      const input = none === undefined ? {} : { stop_loss_price: none, target_profit_price: none }
      assert.deepEqual(stopsFromWire(input), { stopLoss: null, takeProfit: null })
    })
  }

  test('of any other text is kept unparsed', () => {
    for (const typed of ['1.08', '-0', '-1', '0x0', 'NaN', '0.0000001', ' 0']) {
      assert.deepEqual(stopsFromWire({ stop_loss_price: typed, target_profit_price: `${typed}1` }), {
        stopLoss: typed,
        takeProfit: `${typed}1`,
      })
    }
  })
})
