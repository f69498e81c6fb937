import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  formatMicros,
  formatPrice,
  highestPrice,
  lots,
  micros,
  oneToOne,
  price,
  rate,
} from '#core/money/amounts.ts'
import { orderTerms } from '#core/order/order.ts'
import { previewOrder } from '#core/preview/preview-order.ts'
import type { Preview, PreviewAccount, PreviewInput } from '#core/preview/preview-types.ts'
import { fc } from '#test/fast-check.ts'
import { marketOf, priceOf } from '#test/trading/test-board.ts'
import { usd } from '#test/trading/trader.ts'

/** An account without orders. */
function holding(cash: string): PreviewAccount {
  return { equity: usd(cash), midEquity: usd(cash), usedMargin: micros(0) }
}

function inputFor(code: string, bid: string, ask: string, more: Partial<PreviewInput>): PreviewInput {
  return {
    marketCode: code,
    terms: orderTerms(marketOf(code), 'per_lot'),
    side: 'buy',
    lots: lots(50),
    leverage: 100,
    target: null,
    quote: { bid: priceOf(code, bid), ask: priceOf(code, ask) },
    rate: oneToOne,
    others: [],
    ...more,
  }
}

/** The preview as exact decimals. */
function shown(code: string, preview: Preview | undefined) {
  assert.ok(preview)
  const { pricePrecision } = marketOf(code)
  const money = (['margin', 'fee', 'freeMarginAfter', 'pipValue'] as const).map((name) => [
    name,
    formatMicros(preview[name]),
  ])
  const { marginLevelAfter, isEnough, closeOutPrice } = preview
  return {
    price: formatPrice(preview.price, pricePrecision),
    ...Object.fromEntries(money),
    marginLevelAfter,
    isEnough,
    closeOutPrice: closeOutPrice === null ? null : formatPrice(closeOutPrice, pricePrecision),
  }
}

type Row = readonly [
  what: string,
  code: string,
  preview: Preview | undefined,
  expected: Readonly<Record<string, unknown>>,
]

const yen = { rate: rate(6_666_444) }
const pence = { lots: lots(1000), leverage: 10, rate: rate(12_700_000) }

// Fees: 3.00 USD per lot, 0.02 USD per share.
const rows: readonly Row[] = [
  // Margin 50,000 × 1.08435 ÷ 100 = 542.175. The spread costs 4.00, half of it at mid.
  // Free margin: 1000 − 1.50 − 4.00 − 542.175 = 452.325. Margin level: 996.50 ÷ 542.175 = 183.80 %.
  // Close-out at an equity of 542.175 ÷ 2: a loss of 998.50 − 271.0875 = 727.4125, or 0.01454825 of the price.
  // The mid price is then 1.06980175, and the bid is 0.00004 lower.
  [
    '0.50 EUR/USD bought',
    'EURUSD',
    previewOrder(holding('1000'), inputFor('EURUSD', '1.08427', '1.08435', {})),
    {
      price: '1.08435',
      margin: '542.175000',
      fee: '1.500000',
      pipValue: '5.000000',
      freeMarginAfter: '452.325000',
      marginLevelAfter: 18_380,
      isEnough: true,
      closeOutPrice: '1.06976',
    },
  ],
  // One yen is 1 ÷ 150.005 dollars. Margin 7,500,000 JPY ÷ 100; a pip and the spread are 500 JPY each.
  // Close-out at an equity of 499.9833 ÷ 2: a loss of 998.50 − 249.99165 = 748.50835 = (mid − 150) ÷ mid × 50,000.
  // The mid price is then 152.2797, and the ask is 0.005 higher.
  [
    '0.50 USD/JPY sold',
    'USDJPY',
    previewOrder(holding('1000'), inputFor('USDJPY', '150.000', '150.010', { side: 'sell', ...yen })),
    {
      price: '150.000',
      margin: '499.983300',
      fee: '1.500000',
      pipValue: '3.333222',
      freeMarginAfter: '495.183478',
      marginLevelAfter: 19_937,
      isEnough: true,
      closeOutPrice: '152.285',
    },
  ],
  // At the order price, one yen is 1 ÷ 139.995 dollars. Margin 7,000,000 JPY ÷ 100 = 500.01784 dollars.
  // Close-out at half of it: a loss of 998.50 − 250.00892 = 748.49108 = (140 − mid) ÷ mid × 50,000.
  // The mid price is then 137.9352, and the bid is 0.005 lower.
  [
    '0.50 USD/JPY bought at a target of 140',
    'USDJPY',
    previewOrder(
      holding('1000'),
      inputFor('USDJPY', '150.000', '150.010', { target: priceOf('USDJPY', '140.000'), ...yen }),
    ),
    {
      price: '140.000',
      margin: '500.017840',
      fee: '1.500000',
      pipValue: '3.571556',
      freeMarginAfter: '494.910604',
      marginLevelAfter: 19_934,
      isEnough: true,
      closeOutPrice: '137.930',
    },
  ],
  // Margin 11,505 pence × 0.0127 USD ÷ 10 = 14.61135; the spread costs 5 pence. Close-out at an equity of 14.61135 ÷ 2:
  // a loss of 29.80 − 7.305675 = 22.494325 USD, or 177.1207 pence per share.
  // The mid price is then 973.3793, and the bid is 0.25 lower.
  [
    '10 shares priced in pence',
    'HSBA.L',
    previewOrder(holding('30'), inputFor('HSBA.L', '1150.0', '1150.5', pence)),
    {
      price: '1150.5',
      margin: '14.611350',
      fee: '0.200000',
      pipValue: '0.012700',
      freeMarginAfter: '15.125150',
      marginLevelAfter: 20_373,
      isEnough: true,
      closeOutPrice: '973.1',
    },
  ],
  // Margin 0.10 × 10,000 = 1,000 USD, at any price and leverage. Close-out at half of it: a loss of 4999.70 − 500 =
  // 4499.70, or 4.4997 of the price. The mid price is then 8.2997, and the ask is 0.001 higher.
  [
    '0.10 natural gas sold, with a fixed margin',
    'NGAS',
    previewOrder(holding('5000'), inputFor('NGAS', '3.800', '3.802', { side: 'sell', lots: lots(10) })),
    {
      price: '3.800',
      margin: '1000.000000',
      fee: '0.300000',
      pipValue: '10.000000',
      freeMarginAfter: '3997.700000',
      marginLevelAfter: 49_987,
      isEnough: true,
      closeOutPrice: '8.301',
    },
  ],
  // The fee is 0.3 % of the margin.
  [
    'a fee as a share of the margin',
    'NGAS',
    previewOrder(
      holding('5000'),
      inputFor('NGAS', '3.800', '3.802', {
        lots: lots(10),
        terms: orderTerms(marketOf('NGAS'), 'share_of_margin'),
      }),
    ),
    { margin: '1000.000000', fee: '3.000000' },
  ],
]

describe('the preview of an order', () => {
  for (const [what, code, preview, expected] of rows) {
    test(what, () => assert.partialDeepStrictEqual(shown(code, preview), expected))
  }

  test('the funds suffice to the last micro-dollar', () => {
    const input = inputFor('EURUSD', '1.08427', '1.08435', {})
    assert.equal(previewOrder(holding('543.675'), input)?.isEnough, true)
    assert.equal(previewOrder(holding('543.674999'), input)?.isEnough, false)
  })

  // The other order, bought at 1.08435, loses 4.00 now, and 504.00 at the order price (502.00 at mid).
  // Free margin: 1000 − 504 − 542.175 − 537.175 − 1.50 − a spread of 4.00 = −588.85.
  // Margin level: (1000 − 502 − 1.50 − 2.00) ÷ 1079.35 = 45.81 %.
  test('other orders of the market are revalued at the target', () => {
    const one = { side: 'buy', openPrice: priceOf('EURUSD', '1.08435'), lots: lots(50) } as const
    const terms = marketOf('EURUSD')
    const account = { equity: usd('996'), midEquity: usd('998'), usedMargin: usd('542.175') }
    const input = inputFor('EURUSD', '1.08427', '1.08435', {
      target: priceOf('EURUSD', '1.07435'),
      others: [{ ...one, terms }],
    })
    assert.deepEqual(shown('EURUSD', previewOrder(account, input)), {
      price: '1.07435',
      margin: '537.175000',
      fee: '1.500000',
      pipValue: '5.000000',
      freeMarginAfter: '-588.850000',
      marginLevelAfter: 4581,
      isEnough: false,
      closeOutPrice: '1.07427',
    })
  })
})

describe('the close-out price', () => {
  const held = { equity: usd('1000'), midEquity: usd('1000'), usedMargin: usd('540') }
  const terms = marketOf('EURUSD')
  const sold = { side: 'sell', openPrice: priceOf('EURUSD', '1.08431'), lots: lots(50), terms } as const
  const input = inputFor('EURUSD', '1.08427', '1.08435', {})

  test('is null for a full hedge', () => {
    assert.equal(previewOrder(held, { ...input, others: [sold] })?.closeOutPrice, null)
  })

  test('is above the market for a net short position, and is the closing price of this order', () => {
    const preview = previewOrder(held, { ...input, others: [{ ...sold, lots: lots(100) }] })
    assert.ok(preview?.closeOutPrice && preview.closeOutPrice > input.quote.bid)
  })

  // Sold at 140.000 and bought at 150.010: a fixed loss of 500,500 JPY, which grows in dollars as USD/JPY falls. At a
  // mid price of 130.5636 it is 3833.380294 dollars, and the account is closed out.
  test('is found for a hedge whose fixed loss changes with the rate', () => {
    const sellAt140 = { side: 'sell', openPrice: priceOf('USDJPY', '140.000'), lots: lots(50) } as const
    const hedge = inputFor('USDJPY', '150.000', '150.010', {
      ...yen,
      others: [{ ...sellAt140, terms: marketOf('USDJPY') }],
    })
    const preview = previewOrder({ ...held, usedMargin: usd('500') }, hedge)
    assert.equal(shown('USDJPY', preview).closeOutPrice, '130.558')
  })

  test('is null if the maximum loss is too small', () => {
    const tiny = { ...input, lots: lots(1) }
    assert.equal(previewOrder(holding('100000'), tiny)?.closeOutPrice, null)
    assert.equal(previewOrder(holding('2000'), { ...tiny, leverage: 1 })?.closeOutPrice, null)
  })

  test('is the current price if the account is already at the level', () => {
    const preview = previewOrder(holding('100'), input)
    assert.deepEqual([preview?.closeOutPrice, preview?.isEnough], [input.quote.bid, false])
  })
})

describe('extreme input', () => {
  test('beyond the limits has no preview and throws nothing', () => {
    const input = inputFor('EURUSD', '1.08427', '1.08435', {})
    const gas = inputFor('NGAS', '3.800', '3.802', {})
    const much: readonly PreviewInput[] = [
      { ...input, target: highestPrice },
      { ...input, lots: lots(2 ** 50) },
      { ...input, lots: lots(Number.MAX_SAFE_INTEGER), target: highestPrice },
      // At the lowest price a huge order has a small notional, but its margin, fee or pip value is large.
      { ...gas, lots: lots(2 ** 28), target: price(1) },
      { ...input, terms: { ...input.terms, unitsPerLot: 1 }, lots: lots(2 ** 47), target: price(1) },
      { ...gas, terms: { ...gas.terms, marginMode: 'leverage' }, lots: lots(9.5e9), target: price(1) },
      { ...inputFor('USDJPY', '150.000', '150.010', yen), target: price(1), lots: lots(10 ** 9) },
      { ...input, others: [{ ...input, openPrice: price(1), lots: lots(2 ** 50) }] },
    ]
    for (const one of much)
      for (const side of ['buy', 'sell'] as const)
        assert.equal(previewOrder(holding('1000'), { ...one, side }), undefined)
    assert.equal(previewOrder({ ...holding('1'), usedMargin: micros(2 ** 52) }, input), undefined)
  })

  test('never throws, for any sizes, prices and amounts', () => {
    const amount = fc.maxSafeInteger().map(micros)
    const size = fc
      .oneof(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 2 ** 53 - 1 }))
      .map(lots)
    const level = fc
      .oneof(fc.integer({ min: 1, max: 10 ** 6 }), fc.integer({ min: 1, max: highestPrice }))
      .map(price)
    const side = fc.constantFrom('buy' as const, 'sell' as const)
    const code = fc.constantFrom('EURUSD', 'USDJPY', 'HSBA.L', 'NGAS')
    const others = fc.array(fc.record({ side, lots: size, openPrice: level }), { maxLength: 3 })
    const seen = { counted: 0, beyond: 0 }
    fc.assert(
      fc.property(
        fc.record({ equity: amount, midEquity: amount, usedMargin: fc.maxSafeNat().map(micros) }),
        fc.record({
          side,
          lots: size,
          target: fc.option(level),
          bid: level,
          spread: fc.nat({ max: 1000 }),
          others,
        }),
        fc.tuple(code, fc.boolean()),
        (rich, { bid, spread, others: held, ...more }, [market, isPlain]) => {
          const input = {
            ...inputFor(market, '1', '1', yen),
            ...more,
            quote: { bid, ask: price(bid + spread) },
            others: held.map((one) => ({ ...one, terms: marketOf(market) })),
          }
          const preview = previewOrder(isPlain ? holding('1000') : rich, input)
          seen[preview === undefined ? 'beyond' : 'counted'] += 1
        },
      ),
      { numRuns: 2000 },
    )
    assert.ok(Math.min(seen.counted, seen.beyond) > 20, JSON.stringify(seen))
  })
})
