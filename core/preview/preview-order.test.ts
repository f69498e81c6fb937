import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
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
import {
  type Preview,
  type PreviewAccount,
  type PreviewInput,
  previewOrder,
} from '#core/preview/preview-order.ts'
import { marketOf, priceOf } from '#test/trading/test-board.ts'
import { usd } from '#test/trading/trader.ts'

/** Everything that somebody who holds nothing has. */
function holding(cash: string): PreviewAccount {
  return { netValue: usd(cash), midNetValue: usd(cash), usedMargin: micros(0) }
}

function wishIn(code: string, bid: string, ask: string, more: Partial<PreviewInput>): PreviewInput {
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

/** As it is read: exact decimals. */
function shown(code: string, preview: Preview | undefined) {
  assert.ok(preview)
  const { pricePrecision } = marketOf(code)
  const money = (['margin', 'fee', 'availableAfter', 'pipValue'] as const).map((name) => [
    name,
    formatMicros(preview[name]),
  ])
  const { riskRateAfter, isEnough, closeOutPrice } = preview
  return {
    price: formatPrice(preview.price, pricePrecision),
    ...Object.fromEntries(money),
    riskRateAfter,
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

// Fees are 3.00 USD a lot, and 0.02 USD a share.
const rows: readonly Row[] = [
  // 50,000 × 1.08435 ÷ 100. The spread costs 4.00, half of it at the middle: 1000 − 1.50 − 4.00 − 542.175 is left, and the
  // rate is 996.50 ÷ 542.175. At half of 542.175 there are 727.4125 lost after the fee, 0.01454825 of the price: the middle
  // is at 1.06980175, and the bid 0.00004 below.
  [
    '0.50 EUR/USD bought',
    'EURUSD',
    previewOrder(holding('1000'), wishIn('EURUSD', '1.08427', '1.08435', {})),
    {
      price: '1.08435',
      margin: '542.175000',
      fee: '1.500000',
      pipValue: '5.000000',
      availableAfter: '452.325000',
      riskRateAfter: 18_380,
      isEnough: true,
      closeOutPrice: '1.06976',
    },
  ],
  // A yen is 1 ÷ 150.005. 7,500,000 JPY ÷ 100; a pip and the spread are 500 JPY. At half of 499.9833 there are 748.50835 lost
  // after the fee: (middle − 150) ÷ middle × 50,000, as the yen falls with it. The middle is 152.2797, the ask 0.005 above.
  [
    '0.50 USD/JPY sold',
    'USDJPY',
    previewOrder(holding('1000'), wishIn('USDJPY', '150.000', '150.010', { side: 'sell', ...yen })),
    {
      price: '150.000',
      margin: '499.983300',
      fee: '1.500000',
      pipValue: '3.333222',
      availableAfter: '495.183478',
      riskRateAfter: 19_937,
      isEnough: true,
      closeOutPrice: '152.285',
    },
  ],
  // By then a yen is 1 ÷ 139.995. 7,000,000 JPY ÷ 100. Lost are 748.49108, (140 − middle) ÷ middle × 50,000.
  [
    '0.50 USD/JPY bought when it comes to 140',
    'USDJPY',
    previewOrder(
      holding('1000'),
      wishIn('USDJPY', '150.000', '150.010', { target: priceOf('USDJPY', '140.000'), ...yen }),
    ),
    {
      price: '140.000',
      margin: '500.017840',
      fee: '1.500000',
      pipValue: '3.571556',
      availableAfter: '494.910604',
      riskRateAfter: 19_934,
      isEnough: true,
      closeOutPrice: '137.930',
    },
  ],
  // 11,505 pence of 0.0127 USD ÷ 10; the spread costs 5 pence. 22.494325 USD are 177.12 pence a share: the middle is 973.3794,
  // the bid 0.25 below.
  [
    '10 shares priced in pence',
    'HSBA.L',
    previewOrder(holding('30'), wishIn('HSBA.L', '1150.0', '1150.5', pence)),
    {
      price: '1150.5',
      margin: '14.611350',
      fee: '0.200000',
      pipValue: '0.012700',
      availableAfter: '15.125150',
      riskRateAfter: 20_373,
      isEnough: true,
      closeOutPrice: '973.1',
    },
  ],
  // 0.10 × 10,000 USD, whatever price and leverage are. 4499.70 are 4.4997 of the price: the middle is 8.2997.
  [
    '0.10 natural gas sold, with a fixed margin',
    'NGAS',
    previewOrder(holding('5000'), wishIn('NGAS', '3.800', '3.802', { side: 'sell', lots: lots(10) })),
    {
      price: '3.800',
      margin: '1000.000000',
      fee: '0.300000',
      pipValue: '10.000000',
      availableAfter: '3997.700000',
      riskRateAfter: 49_987,
      isEnough: true,
      closeOutPrice: '8.301',
    },
  ],
  // The share is 3,000 millionths of the margin.
  [
    'one whose fee is a share of the margin',
    'NGAS',
    previewOrder(
      holding('5000'),
      wishIn('NGAS', '3.800', '3.802', {
        lots: lots(10),
        terms: orderTerms(marketOf('NGAS'), 'share_of_margin'),
      }),
    ),
    { margin: '1000.000000', fee: '3.000000' },
  ],
]

describe('what an order would come to', () => {
  for (const [what, code, preview, expected] of rows) {
    test(what, () => assert.partialDeepStrictEqual(shown(code, preview), expected))
  }

  test('it is enough to the last millionth', () => {
    const wish = wishIn('EURUSD', '1.08427', '1.08435', {})
    assert.equal(previewOrder(holding('543.675'), wish)?.isEnough, true)
    assert.equal(previewOrder(holding('543.674999'), wish)?.isEnough, false)
  })

  // Bought at 1.08435, the other one loses 4.00 now and 504.00 then, 502.00 at the middle. So 1000 − 504 is less than the
  // 542.175 in use, before the new one takes 537.175, 1.50 and a spread of 4.00. The rate is 494.50 ÷ 1079.35.
  test('other orders in the market have gone along when the price comes to the target', () => {
    const one = { side: 'buy', openPrice: priceOf('EURUSD', '1.08435'), lots: lots(50) } as const
    const terms = marketOf('EURUSD')
    const account = { netValue: usd('996'), midNetValue: usd('998'), usedMargin: usd('542.175') }
    const wish = wishIn('EURUSD', '1.08427', '1.08435', {
      target: priceOf('EURUSD', '1.07435'),
      others: [{ ...one, terms }],
    })
    assert.deepEqual(shown('EURUSD', previewOrder(account, wish)), {
      price: '1.07435',
      margin: '537.175000',
      fee: '1.500000',
      pipValue: '5.000000',
      availableAfter: '-588.850000',
      riskRateAfter: 4581,
      isEnough: false,
      closeOutPrice: '1.07427',
    })
  })
})

describe('the price of the close-out', () => {
  const held = { netValue: usd('1000'), midNetValue: usd('1000'), usedMargin: usd('540') }
  const terms = marketOf('EURUSD')
  const sold = { side: 'sell', openPrice: priceOf('EURUSD', '1.08431'), lots: lots(50), terms } as const
  const wish = wishIn('EURUSD', '1.08427', '1.08435', {})

  test('is none where what is lost here is gained there', () => {
    assert.equal(previewOrder(held, { ...wish, others: [sold] })?.closeOutPrice, null)
  })

  test('lies above where more is sold than bought, and is still the price at which this order closes', () => {
    const preview = previewOrder(held, { ...wish, others: [{ ...sold, lots: lots(100) }] })
    assert.ok(preview?.closeOutPrice && preview.closeOutPrice > wish.quote.bid)
  })

  // Sold at 140.000 and bought at 150.010, 500,500 JPY are lost for good, but they are more dollars the fewer yen make one:
  // 3833.380294 of them where one is 130.5636 yen.
  test('is found where all that moves is what a lost currency is worth', () => {
    const dear = { side: 'sell', openPrice: priceOf('USDJPY', '140.000'), lots: lots(50) } as const
    const hedge = wishIn('USDJPY', '150.000', '150.010', {
      ...yen,
      others: [{ ...dear, terms: marketOf('USDJPY') }],
    })
    const preview = previewOrder({ ...held, usedMargin: usd('500') }, hedge)
    assert.equal(shown('USDJPY', preview).closeOutPrice, '130.558')
  })

  test('is none where all there is to lose is too little', () => {
    const tiny = { ...wish, lots: lots(1) }
    assert.equal(previewOrder(holding('100000'), tiny)?.closeOutPrice, null)
    assert.equal(previewOrder(holding('2000'), { ...tiny, leverage: 1 })?.closeOutPrice, null)
  })

  test('is the price now where the account is there already', () => {
    const preview = previewOrder(holding('100'), wish)
    assert.deepEqual([preview?.closeOutPrice, preview?.isEnough], [wish.quote.bid, false])
  })
})

describe('whatever somebody types', () => {
  test('what is beyond every limit has no preview, and is no error', () => {
    const wish = wishIn('EURUSD', '1.08427', '1.08435', {})
    const gas = wishIn('NGAS', '3.800', '3.802', {})
    const much: readonly PreviewInput[] = [
      { ...wish, target: highestPrice },
      { ...wish, lots: lots(2 ** 50) },
      { ...wish, lots: lots(Number.MAX_SAFE_INTEGER), target: highestPrice },
      // At the lowest price there is a huge order is worth little, and still its margin, its fee or its pip is not.
      { ...gas, lots: lots(2 ** 28), target: price(1) },
      { ...wish, terms: { ...wish.terms, unitsPerLot: 1 }, lots: lots(2 ** 47), target: price(1) },
      { ...gas, terms: { ...gas.terms, marginMode: 'leverage' }, lots: lots(9.5e9), target: price(1) },
      { ...wishIn('USDJPY', '150.000', '150.010', yen), target: price(1), lots: lots(10 ** 9) },
      { ...wish, others: [{ ...wish, openPrice: price(1), lots: lots(2 ** 50) }] },
    ]
    for (const one of much)
      for (const side of ['buy', 'sell'] as const)
        assert.equal(previewOrder(holding('1000'), { ...one, side }), undefined)
    assert.equal(previewOrder({ ...holding('1'), usedMargin: micros(2 ** 52) }, wish), undefined)
  })

  test('nothing is an error, whatever the sizes, prices and amounts are', () => {
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
        fc.record({ netValue: amount, midNetValue: amount, usedMargin: fc.maxSafeNat().map(micros) }),
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
          const wish = {
            ...wishIn(market, '1', '1', yen),
            ...more,
            quote: { bid, ask: price(bid + spread) },
            others: held.map((one) => ({ ...one, terms: marketOf(market) })),
          }
          const preview = previewOrder(isPlain ? holding('1000') : rich, wish)
          seen[preview === undefined ? 'beyond' : 'counted'] += 1
        },
      ),
      { numRuns: 2000 },
    )
    assert.ok(Math.min(seen.counted, seen.beyond) > 20, JSON.stringify(seen))
  })
})
