import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { amountsOfFunds } from '#contract/account-from-wire.ts'
import type { TradeItem } from '#contract/calls/market.ts'
import { marketOfItem, quoteOfItem } from '#contract/market-from-wire.ts'
import { orderFromWire } from '#contract/order-from-wire.ts'
import { oneToOne, rate } from '#core/money/amounts.ts'
import { fundsAt, orderOf } from '#test/wire/account-fixtures.ts'
import { tradeItem } from '#web/markets/market-fixtures.test.ts'
import type { TicketConditions, TicketDraft } from '#web/parts/ticket/ticket-types.ts'
import { viewTicket } from '#web/parts/ticket/ticket-view.ts'

const money = (amount: string) => ({
  balance: amount,
  net_value: amount,
  mid_net_value: amount,
  available: amount,
})

/** EUR/USD 1.08427 / 1.08435 and an account with 10,000 USD and nothing open, unless said otherwise. */
function around(item: Partial<TradeItem> = {}, more: Partial<TicketConditions> = {}): TicketConditions {
  const listed = tradeItem({ Bid: 1.08427, Ask: 1.08435, ...item })
  return {
    market: marketOfItem(listed),
    quote: quoteOfItem(listed),
    connection: 'up',
    rate: oneToOne,
    account: amountsOfFunds(fundsAt(1, money('10000.000000'))),
    open: [],
    ...more,
  }
}

const noStop = { isOn: false, by: 'price', text: '' } as const

/** Half a lot bought at market. */
const someDraft: TicketDraft = {
  ...{ marketId: 101, side: 'buy', mode: 'market', target: '', leverage: 100, lots: '0.50' },
  ...{ stopLoss: noStop, takeProfit: noStop },
}

function viewOf(draft: Partial<TicketDraft> = {}, surroundings = around()) {
  const { id, terms } = surroundings.market
  const leverage = terms.leverages.includes(100) ? 100 : terms.leverages[0]
  return viewTicket({ ...someDraft, marketId: id, leverage, ...draft }, surroundings)
}

const set = (by: 'price' | 'money' | 'percent', text: string) => ({ isOn: true, by, text })

describe('what stands in the way of everything', () => {
  const blocks: readonly (readonly [string, TicketConditions])[] = [
    ['leverage_not_configured', around({ HasForexMultiple: [], Bid: null, MarketStatus: 0 })],
    ['no_price', around({}, { quote: undefined })],
    ['no_price', around({ Bid: null, Ask: null, MarketStatus: 0 })],
    ['market_closed', around({ MarketStatus: 0 }, { connection: 'opening' })],
    ['stale_price', around({ MarketStatus: 2 }, { rate: undefined })],
    ['no_price', around({}, { connection: 'opening' })],
    ['reconnecting', around({ HasForexMultiple: [], MarketStatus: 0 }, { connection: 'gone' })],
    ['no_conversion', around({}, { rate: undefined })],
  ]
  for (const [block, surroundings] of blocks)
    test(`${block}: nothing can be sent`, () => {
      const view = viewOf({}, surroundings)
      assert.deepEqual([view.block, view.input], [block, undefined])
    })

  test('is nothing for an open market with a price', () => assert.equal(viewOf().block, undefined))
})

describe('what is to be mended', () => {
  const faults: readonly (readonly [what: Partial<TicketDraft>, faults: object])[] = [
    [{}, {}],
    [{ leverage: undefined }, { leverage: { kind: 'required' } }],
    [{ leverage: 33 }, { leverage: { kind: 'required' } }],
    [{ lots: '' }, { lots: { kind: 'required' } }],
    [{ lots: '0' }, { lots: { kind: 'invalid_lots' } }],
    [{ lots: '-1' }, { lots: { kind: 'invalid_lots' } }],
    [{ lots: '0.015' }, { lots: { kind: 'invalid_lots' } }],
    [{ lots: '100.01' }, { lots: { kind: 'lots_limit' } }],
    [{ lots: '9'.repeat(30) }, { lots: { kind: 'lots_limit' } }],
    [{ mode: 'pending', target: '' }, { target: { kind: 'required' } }],
    [{ mode: 'pending', target: '1.084351' }, { target: { kind: 'invalid_price' } }],
    [{ mode: 'pending', target: '0' }, { target: { kind: 'invalid_price' } }],
    [{ mode: 'pending', target: '1.0' }, {}],
    [{ mode: 'market', target: 'never looked at' }, {}],
  ]
  for (const [what, expected] of faults)
    test(`${JSON.stringify(what)} has ${JSON.stringify(expected)}`, () => {
      const view = viewOf(what)
      assert.deepEqual(view.faults, expected)
      assert.equal(view.input !== undefined, Object.keys(expected).length === 0)
    })

  test('lots follow the step and the least of the market', () => {
    const coarse = around({ Pip: 0.1, ForexMinCont: 0.5 })
    const kinds = ['0.55', '0.40', '0.60'].map((lots) => viewOf({ lots }, coarse).faults.lots?.kind)
    assert.deepEqual(kinds, ['invalid_lots', 'invalid_lots', undefined])
  })

  test('too little for an order at market, with what is needed; a pending one is paid for when its price comes', () => {
    const poor = around({}, { account: amountsOfFunds(fundsAt(1, money('543.674999'))) })
    // 100,000 × 0.50 × 1.08435 ÷ 100 and half of 3.
    const needed = { kind: 'insufficient_margin', needed: '543.675000', available: '543.674999' }
    assert.deepEqual(viewOf({}, poor).faults, { margin: needed })
    assert.equal(viewOf({}, poor).input, undefined)
    assert.deepEqual(viewOf({ mode: 'pending', target: '1.08435' }, poor).faults, {})
    const enough = around({}, { account: amountsOfFunds(fundsAt(1, money('543.675000'))) })
    assert.deepEqual(viewOf({}, enough).faults, {})
  })
})

describe('its prices', () => {
  test('are the live one of its side, and the worst one that is accepted, a spread away', () => {
    const { price, worstPrice, bestPrice } = viewOf()
    assert.deepEqual([price, worstPrice, bestPrice], ['1.08435', '1.08443', '1.08435'])
    const sell = viewOf({ side: 'sell' })
    assert.deepEqual([sell.price, sell.worstPrice, sell.bestPrice], ['1.08427', '1.08419', '1.08427'])
  })

  test('of a pending order are its target, and the live one to be filled in', () => {
    const { price, worstPrice, bestPrice } = viewOf({ mode: 'pending', target: '1.05' })
    assert.deepEqual([price, worstPrice, bestPrice], ['1.05000', null, '1.08435'])
    assert.equal(viewOf({ mode: 'pending', target: 'x' }).price, null)
  })

  test('leave a step of room where there is no spread, and never go below one step', () => {
    assert.equal(viewOf({}, around({ Bid: 1.08435 })).worstPrice, '1.08436')
    const lowest = around({ Bid: 0.00001, Ask: 0.00009 })
    assert.equal(viewOf({ side: 'sell' }, lowest).worstPrice, '0.00001')
  })

  test('are exact where JavaScript writes a number with an exponent', () => {
    const tiny = around({ PricePrecision: 7, Bid: 1e-7, Ask: 3e-7 })
    const { price, input } = viewOf({}, tiny)
    assert.deepEqual([price, input?.price, input?.deviation], ['0.0000003', '0.0000003', 2])
  })
})

describe('what it comes to', () => {
  test('is margin, fee, a pip and the account after it', () => {
    // Margin 542.175, fee 1.50; the spread costs 8 × 0.50, and half of that at mid prices: 9,996.50 ÷ 542.175. Closed out at 271.0875 of net value at mid prices:
    // 10,000 − 1.50 − 271.0875 = 9,727.4125 is lost from 1.08435, that is 19,454.825 steps at mid, 4 above the bid.
    assert.deepEqual(viewOf().summary, {
      margin: '542.175000',
      fee: '1.500000',
      pipValue: '5.000000',
      availableAfter: '9452.325000',
      riskRateAfter: '1843.78',
      closeOutPrice: '0.88976',
    })
  })

  test('for a visitor is what is the same for everybody', () => {
    assert.deepEqual(viewOf({}, around({}, { account: undefined })).summary, {
      margin: '542.175000',
      fee: '1.500000',
      pipValue: '5.000000',
      availableAfter: null,
      riskRateAfter: null,
      closeOutPrice: null,
    })
  })

  test('takes the fee rate for a share of the margin where that is how fees are charged', () => {
    const shared = around({ ForexFeeRate: 0.001, ForexFeeType: 2 })
    assert.equal(viewOf({}, shared).summary.fee, '0.542175')
  })

  test('counts the other open orders of the same market, and no others', () => {
    const here = orderFromWire({ ...orderOf(1), Quantity: '1.00', OriginPrice: '1.08427', OrderType: 2 })
    const elsewhere = { ...here, market: { ...here.market, id: 99 } }
    const market = { ...here.market, id: 1 }
    const hedged = viewOf({ lots: '1.00' }, around({}, { open: [{ ...here, market }] }))
    assert.equal(hedged.summary.closeOutPrice, null)
    assert.notEqual(viewOf({ lots: '1.00' }, around({}, { open: [elsewhere] })).summary.closeOutPrice, null)
  })

  test('leaves out what comes after it where an open order cannot be counted with it', () => {
    const order = orderFromWire(orderOf(1))
    const here = { ...order, market: { ...order.market, id: 1 } }
    const unlike = [
      { ...here, market: { ...here.market, precision: 3 }, openPrice: '1.084' },
      { ...here, unitsPerLot: 1_000 },
      { ...here, lots: 'of a newer server' },
    ]
    for (const open of [undefined, ...unlike.map((one) => [one])]) {
      const { summary, input } = viewOf({}, around({}, { open }))
      const { availableAfter, riskRateAfter, closeOutPrice } = summary
      assert.deepEqual([availableAfter, riskRateAfter, closeOutPrice], [null, null, null])
      assert.deepEqual([summary.margin, input?.cont], ['542.175000', '0.50'])
    }
    const poor = { account: amountsOfFunds(fundsAt(1, money('1.000000'))), open: undefined }
    assert.equal(viewOf({}, around({}, poor)).faults.margin?.kind, 'insufficient_margin')
  })

  test('is converted, and fixed where the margin is', () => {
    const yen = around(
      { Code: 'USDJPY', QuoteCurrency: 'JPY', PricePrecision: 3, Bid: 150, Ask: 150.01 },
      { rate: rate(6_666_444) },
    )
    // 100,000 × 0.50 × 150.010 × 0.006666444 ÷ 100; a pip is 0.010.
    const { margin, pipValue } = viewOf({}, yen).summary
    assert.deepEqual([margin, pipValue], ['500.016632', '3.333222'])
    assert.equal(viewOf({}, around({ MarginMode: 1, ForexContNum: 1_000 })).summary.margin, '500.000000')
  })

  test('cannot be told of what makes no sense or is beyond every limit', () => {
    for (const what of [{ lots: '' }, { mode: 'pending', target: '' }, { leverage: undefined }] as const)
      assert.equal(viewOf(what).summary.margin, null)
    const vast = viewOf({ mode: 'pending', target: '1000000000' })
    assert.deepEqual([vast.summary.margin, vast.price], [null, '1000000000.00000'])
  })
})

describe('its stops', () => {
  test('are not there while they are off', () => {
    const { stopLoss, takeProfit } = viewOf()
    assert.deepEqual([stopLoss, takeProfit], [undefined, undefined])
  })

  test('are judged by the closing price, and counted from what it opens at', () => {
    const view = viewOf({ stopLoss: set('price', '1.08427'), takeProfit: set('money', '50') })
    assert.deepEqual([view.stopLoss?.fault, view.stopLoss?.nearest], ['wrong_side', '1.08426'])
    assert.deepEqual([view.takeProfit?.price, view.takeProfit?.percent], ['1.08535', '0.50'])
    assert.equal(view.input, undefined)
  })

  test('of a pending order are judged by its target', () => {
    const stopLoss = set('price', '1.04999')
    assert.equal(viewOf({ mode: 'pending', target: '1.05', stopLoss }).stopLoss?.fault, undefined)
    assert.equal(viewOf({ mode: 'pending', target: '1.04999', stopLoss }).stopLoss?.fault, 'wrong_side')
    const unknown = viewOf({ mode: 'pending', target: '', stopLoss }).stopLoss
    assert.deepEqual([unknown?.fault, unknown?.price], [undefined, null])
  })

  test('are told in prices alone while the lots make no sense', () => {
    const { stopLoss } = viewOf({ lots: '', stopLoss: set('price', '1.08') })
    assert.deepEqual([stopLoss?.price, stopLoss?.money], ['1.08000', null])
  })
})

describe('what is sent', () => {
  test('at market is what was seen, and how much worse it may be', () => {
    assert.deepEqual(viewOf({ stopLoss: set('money', '50'), takeProfit: set('price', '1.09') }).input, {
      type: 1,
      forex_id: 1,
      status: 1,
      cont: '0.50',
      multiple: '100',
      stop_loss_price: '1.08335',
      target_profit_price: '1.09000',
      price: '1.08435',
      deviation: 8,
    })
  })

  test('pending is the target', () => {
    assert.deepEqual(viewOf({ side: 'sell', mode: 'pending', target: '1.1' }).input, {
      type: 2,
      forex_id: 1,
      status: 0,
      cont: '0.50',
      multiple: '100',
      stop_loss_price: '',
      target_profit_price: '',
      target_price: '1.10000',
    })
  })

  test('is nothing as long as it cannot be told what a stop means', () => {
    const percent = { stopLoss: set('percent', '1') }
    assert.equal(viewOf(percent, around({}, { account: undefined })).input, undefined)
    assert.ok(viewOf(percent).input)
  })
})

test('whatever is typed, a ticket is judged and never breaks', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }).map(String),
    fc.double({ min: 0, max: 1e9, noNaN: true }).map(String),
  )
  const stop = fc.record({ isOn: fc.boolean(), by: fc.constantFrom('price', 'money', 'percent'), text })
  const draft = fc.record({
    marketId: fc.constant(1),
    side: fc.constantFrom('buy', 'sell'),
    mode: fc.constantFrom('market', 'pending'),
    target: text,
    leverage: fc.constantFrom(undefined, 100, 7),
    lots: text,
    stopLoss: stop,
    takeProfit: stop,
  }) satisfies fc.Arbitrary<TicketDraft>
  fc.assert(
    fc.property(draft, (typed) => {
      const view = viewTicket(typed, around())
      if (view.input !== undefined) assert.deepEqual(view.faults, {})
    }),
    { numRuns: 500 },
  )
})
