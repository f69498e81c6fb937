import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { amountsOfFunds } from '#contract/account-from-wire.ts'
import type { TradeItem } from '#contract/calls/market.ts'
import { marketOfItem, quoteOfItem } from '#contract/market-from-wire.ts'
import { orderFromWire } from '#contract/order-from-wire.ts'
import { oneToOne, rate } from '#core/money/amounts.ts'
import { fc } from '#test/fast-check.ts'
import { tradeItem } from '#test/web/market-fixtures.ts'
import { fundsAt, orderOf } from '#test/wire/account-fixtures.ts'
import type { TicketConditions, TicketDraft } from '#web/parts/ticket/ticket-types.ts'
import { viewTicket } from '#web/parts/ticket/ticket-view.ts'

const money = (amount: string) => ({
  balance: amount,
  net_value: amount,
  mid_net_value: amount,
  available: amount,
})

/** By default EUR/USD 1.08427 / 1.08435, and an account with 10,000 USD and no open orders. */
function conditions(item: Partial<TradeItem> = {}, more: Partial<TicketConditions> = {}): TicketConditions {
  const listed = tradeItem({ Bid: 1.08427, Ask: 1.08435, ...item })
  return {
    market: marketOfItem(listed),
    quote: quoteOfItem(listed),
    connection: 'up',
    rate: oneToOne,
    account: amountsOfFunds(fundsAt(1, money('10000.000000'))),
    open: [],
    isOpeningBlocked: false,
    ...more,
  }
}

const noStop = { isOn: false, by: 'price', text: '' } as const

/** Half a lot bought at market. */
const someDraft: TicketDraft = {
  ...{ marketId: 101, side: 'buy', mode: 'market', target: '', leverage: 100, lots: '0.50' },
  ...{ stopLoss: noStop, takeProfit: noStop },
}

function viewOf(draft: Partial<TicketDraft> = {}, given = conditions()) {
  const { id, terms } = given.market
  const leverage = terms.leverages.includes(100) ? 100 : terms.leverages[0]
  return viewTicket({ ...someDraft, marketId: id, leverage, ...draft }, given)
}

const set = (by: 'price' | 'money' | 'percent', text: string) => ({ isOn: true, by, text })

describe('the block of a ticket', () => {
  const blocks: readonly (readonly [string, TicketConditions])[] = [
    ['simulated_prices', conditions({}, { isOpeningBlocked: true })],
    ['leverage_not_configured', conditions({ HasForexMultiple: [], Bid: null, MarketStatus: 0 })],
    ['no_price', conditions({}, { quote: undefined })],
    ['no_price', conditions({ Bid: null, Ask: null, MarketStatus: 0 })],
    ['market_closed', conditions({ MarketStatus: 0 }, { connection: 'opening' })],
    ['stale_price', conditions({ MarketStatus: 2 }, { rate: undefined })],
    ['no_price', conditions({}, { connection: 'opening' })],
    ['reconnecting', conditions({ HasForexMultiple: [], MarketStatus: 0 }, { connection: 'gone' })],
    ['no_conversion', conditions({}, { rate: undefined })],
  ]
  for (const [block, given] of blocks)
    test(`${block} leaves nothing to send`, () => {
      const view = viewOf({}, given)
      assert.deepEqual([view.block, view.input], [block, undefined])
    })

  test('is undefined for an open market with a price', () => assert.equal(viewOf().block, undefined))
})

describe('the faults of a draft', () => {
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
    test(`${JSON.stringify(what)} gives ${JSON.stringify(expected)}`, () => {
      const view = viewOf(what)
      assert.deepEqual(view.faults, expected)
      assert.equal(view.input !== undefined, Object.keys(expected).length === 0)
    })

  test('checks lots against the step and minimum of the market', () => {
    const coarse = conditions({ Pip: 0.1, ForexMinCont: 0.5 })
    const kinds = ['0.55', '0.40', '0.60'].map((lots) => viewOf({ lots }, coarse).faults.lots?.kind)
    assert.deepEqual(kinds, ['invalid_lots', 'invalid_lots', undefined])
  })

  test('reports insufficient margin for a market order, but not for a pending one', () => {
    const poor = conditions({}, { account: amountsOfFunds(fundsAt(1, money('543.674999'))) })
    // Margin 100,000 × 0.50 × 1.08435 ÷ 100 = 542.175, fee 0.50 × 3 = 1.50, together 543.675.
    const needed = { kind: 'insufficient_margin', needed: '543.675000', available: '543.674999' }
    assert.deepEqual(viewOf({}, poor).faults, { margin: needed })
    assert.equal(viewOf({}, poor).input, undefined)
    assert.deepEqual(viewOf({ mode: 'pending', target: '1.08435' }, poor).faults, {})
    const enough = conditions({}, { account: amountsOfFunds(fundsAt(1, money('543.675000'))) })
    assert.deepEqual(viewOf({}, enough).faults, {})
  })
})

describe('the prices of a ticket', () => {
  test('are the live price of its side and a worst price one spread away', () => {
    const { price, worstPrice, bestPrice } = viewOf()
    assert.deepEqual([price, worstPrice, bestPrice], ['1.08435', '1.08443', '1.08435'])
    const sell = viewOf({ side: 'sell' })
    assert.deepEqual([sell.price, sell.worstPrice, sell.bestPrice], ['1.08427', '1.08419', '1.08427'])
  })

  test('of a pending order are its target and the live price, without a worst price', () => {
    const { price, worstPrice, bestPrice } = viewOf({ mode: 'pending', target: '1.05' })
    assert.deepEqual([price, worstPrice, bestPrice], ['1.05000', null, '1.08435'])
    assert.equal(viewOf({ mode: 'pending', target: 'x' }).price, null)
  })

  test('allow one step of slippage without a spread, and never fall below one step', () => {
    assert.equal(viewOf({}, conditions({ Bid: 1.08435 })).worstPrice, '1.08436')
    const lowest = conditions({ Bid: 0.00001, Ask: 0.00009 })
    assert.equal(viewOf({ side: 'sell' }, lowest).worstPrice, '0.00001')
  })

  test('are exact for numbers that JavaScript writes with an exponent', () => {
    const tiny = conditions({ PricePrecision: 7, Bid: 1e-7, Ask: 3e-7 })
    const { price, input } = viewOf({}, tiny)
    assert.deepEqual([price, input?.price, input?.deviation], ['0.0000003', '0.0000003', 2])
  })
})

describe('the summary of a ticket', () => {
  test('has margin, fee, pip value and the account after the order', () => {
    // A price step is worth 0.50 USD. Margin 542.175, fee 1.50, spread 8 steps = 4.00, half of it at mid prices.
    // Free margin: 10,000 − 1.50 − 4.00 − 542.175 = 9,452.325.
    // Margin level: (10,000 − 1.50 − 2.00) ÷ 542.175 = 1,843.78 %.
    // Close-out at 50 % of the margin, a mid equity of 271.0875: a loss of 10,000 − 1.50 − 271.0875 = 9,727.4125.
    // That is 19,454.825 steps below 1.08435, a mid price of 0.88980175. The bid is 4 steps lower: 0.88976.
    assert.deepEqual(viewOf().summary, {
      margin: '542.175000',
      fee: '1.500000',
      pipValue: '5.000000',
      freeMarginAfter: '9452.325000',
      marginLevelAfter: '1843.78',
      closeOutPrice: '0.88976',
    })
  })

  test('has only margin, fee and pip value for a visitor', () => {
    assert.deepEqual(viewOf({}, conditions({}, { account: undefined })).summary, {
      margin: '542.175000',
      fee: '1.500000',
      pipValue: '5.000000',
      freeMarginAfter: null,
      marginLevelAfter: null,
      closeOutPrice: null,
    })
  })

  test('charges a share of the margin as fee in a market with fee type 2', () => {
    const shared = conditions({ ForexFeeRate: 0.001, ForexFeeType: 2 })
    assert.equal(viewOf({}, shared).summary.fee, '0.542175')
  })

  test('includes open orders of the same market, and no others', () => {
    const here = orderFromWire({ ...orderOf(1), Quantity: '1.00', OriginPrice: '1.08427', OrderType: 2 })
    const elsewhere = { ...here, market: { ...here.market, id: 99 } }
    const market = { ...here.market, id: 1 }
    const hedged = viewOf({ lots: '1.00' }, conditions({}, { open: [{ ...here, market }] }))
    assert.equal(hedged.summary.closeOutPrice, null)
    assert.notEqual(
      viewOf({ lots: '1.00' }, conditions({}, { open: [elsewhere] })).summary.closeOutPrice,
      null,
    )
  })

  test('leaves out the account after the order if an open order cannot be valued', () => {
    const order = orderFromWire(orderOf(1))
    const here = { ...order, market: { ...order.market, id: 1 } }
    const unlike = [
      { ...here, market: { ...here.market, precision: 3 }, openPrice: '1.084' },
      { ...here, unitsPerLot: 1_000 },
      { ...here, lots: 'of a newer server' },
    ]
    for (const open of [undefined, ...unlike.map((one) => [one])]) {
      const { summary, input } = viewOf({}, conditions({}, { open }))
      const { freeMarginAfter, marginLevelAfter, closeOutPrice } = summary
      assert.deepEqual([freeMarginAfter, marginLevelAfter, closeOutPrice], [null, null, null])
      assert.deepEqual([summary.margin, input?.cont], ['542.175000', '0.50'])
    }
    const poor = { account: amountsOfFunds(fundsAt(1, money('1.000000'))), open: undefined }
    assert.equal(viewOf({}, conditions({}, poor)).faults.margin?.kind, 'insufficient_margin')
  })

  test('converts margin to dollars, and uses a fixed margin where the market has one', () => {
    const yen = conditions(
      { Code: 'USDJPY', QuoteCurrency: 'JPY', PricePrecision: 3, Bid: 150, Ask: 150.01 },
      { rate: rate(6_666_444) },
    )
    // Margin: 100,000 × 0.50 × 150.010 × 0.006666444 ÷ 100 = 500.016632.
    // A pip is 0.010: 50,000 × 0.010 × 0.006666444 = 3.333222.
    const { margin, pipValue } = viewOf({}, yen).summary
    assert.deepEqual([margin, pipValue], ['500.016632', '3.333222'])
    assert.equal(viewOf({}, conditions({ MarginMode: 1, ForexContNum: 1_000 })).summary.margin, '500.000000')
  })

  test('is empty for an incomplete draft or a price beyond every limit', () => {
    for (const what of [{ lots: '' }, { mode: 'pending', target: '' }, { leverage: undefined }] as const)
      assert.equal(viewOf(what).summary.margin, null)
    const vast = viewOf({ mode: 'pending', target: '1000000000' })
    assert.deepEqual([vast.summary.margin, vast.price], [null, '1000000000.00000'])
  })
})

describe('the stops of a ticket', () => {
  test('are undefined while switched off', () => {
    const { stopLoss, takeProfit } = viewOf()
    assert.deepEqual([stopLoss, takeProfit], [undefined, undefined])
  })

  test('are checked against the closing price and valued from the opening price', () => {
    const view = viewOf({ stopLoss: set('price', '1.08427'), takeProfit: set('money', '50') })
    assert.deepEqual([view.stopLoss?.fault, view.stopLoss?.nearest], ['wrong_side', '1.08426'])
    assert.deepEqual([view.takeProfit?.price, view.takeProfit?.percent], ['1.08535', '0.50'])
    assert.equal(view.input, undefined)
  })

  test('of a pending order are checked against its target', () => {
    const stopLoss = set('price', '1.04999')
    assert.equal(viewOf({ mode: 'pending', target: '1.05', stopLoss }).stopLoss?.fault, undefined)
    assert.equal(viewOf({ mode: 'pending', target: '1.04999', stopLoss }).stopLoss?.fault, 'wrong_side')
    const unknown = viewOf({ mode: 'pending', target: '', stopLoss }).stopLoss
    assert.deepEqual([unknown?.fault, unknown?.price], [undefined, null])
  })

  test('have a price but no value while the lots are invalid', () => {
    const { stopLoss } = viewOf({ lots: '', stopLoss: set('price', '1.08') })
    assert.deepEqual([stopLoss?.price, stopLoss?.money], ['1.08000', null])
  })
})

describe('the input of the call', () => {
  test('of a market order has the price seen and the accepted slippage', () => {
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

  test('of a pending order has the target price', () => {
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

  test('is undefined while the price of a stop is unknown', () => {
    const percent = { stopLoss: set('percent', '1') }
    assert.equal(viewOf(percent, conditions({}, { account: undefined })).input, undefined)
    assert.ok(viewOf(percent).input)
  })
})

test('never throws, and has no faults if it can be sent, for arbitrary drafts', () => {
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
      const view = viewTicket(typed, conditions())
      if (view.input !== undefined) assert.deepEqual(view.faults, {})
    }),
    { numRuns: 500 },
  )
})
