import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { equityAndMargin } from '#core/margin/account-figures.ts'
import type { RegionContext } from '#core/margin/region-exposures.ts'
import { type SafeRange, safeRegion, type Thresholds } from '#core/margin/safe-region.ts'
import { createBoard, type LiveBoard } from '#core/market/board.ts'
import { createConversionRoutes } from '#core/market/conversion.ts'
import { lots, price } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import { markets } from '#db/seed/markets.ts'
import { moveTo } from '#test/margin/bounded-account.ts'
import { boardOf, dollars, openOrder, perUnit, quoteOf, seeded } from '#test/margin/decimal-inputs.ts'

const routeOf = createConversionRoutes(markets)
const [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]

function contextOf(board: LiveBoard, volatility: RegionContext['volatility'] = () => 1): RegionContext {
  return { board, routeOf, volatility }
}

/** Ranges by market code. */
function regionOf(
  cash: string,
  open: readonly Order[],
  thresholds: Partial<Thresholds>,
  context: RegionContext,
) {
  const ranges = safeRegion(dollars(cash), open, { floor: least, ceiling: most, ...thresholds }, context)
  assert.ok(ranges)
  return new Map(ranges.map((range) => [codeOf(range), { low: range.low, high: range.high }]))
}

function codeOf({ marketId }: SafeRange): string {
  return markets.find(({ id }) => id === marketId)?.code ?? ''
}

/** Asserts that the range ends before the level, after at least 96 % of the distance. */
function assertJustBefore(end: number | undefined, level: number, now: number): void {
  const share = ((end ?? now) - now) / (level - now)
  assert.ok(share < 1 && share > 0.96, `${end} is ${share} of the way from ${now} to ${level}`)
}

describe('an account at a threshold', () => {
  const board = boardOf(quoteOf('EURUSD', '1.08395', '1.08405'))
  const orders = [openOrder({ code: 'EURUSD', side: 'buy', lots: '1', open: '1.08400' })]
  const rows = [
    { what: 'on the floor', thresholds: { floor: 2e9 }, isInside: false },
    { what: 'one micro above the floor', thresholds: { floor: 2e9 - 1 }, isInside: true },
    { what: 'at the ceiling', thresholds: { ceiling: 2e9 }, isInside: true },
    { what: 'one micro above the ceiling', thresholds: { ceiling: 2e9 - 1 }, isInside: false },
    { what: 'far below the floor', thresholds: { floor: 3e9 }, isInside: false },
  ]
  for (const { what, thresholds, isInside } of rows)
    it(`${what} ${isInside ? 'has a region of width zero' : 'has no region'}`, () => {
      const between = { floor: least, ceiling: most, ...thresholds }
      const ranges = safeRegion(dollars('2000'), orders, between, contextOf(board))
      const pinned = [{ marketId: seeded('EURUSD').id, low: 216_800, high: 216_800 }]
      assert.deepEqual(ranges, isInside ? pinned : undefined)
    })
})

describe('the safe region of one order', () => {
  // One lot: a step of bid + ask is half a dollar, so 1,000 dollars are 2,000 steps. Profit is zero at a sum of
  // 216,800.
  const board = boardOf(quoteOf('EURUSD', '1.08395', '1.08405'))
  const order = (side: 'buy' | 'sell') => openOrder({ code: 'EURUSD', side, lots: '1', open: '1.08400' })
  const both = { floor: 1e9, ceiling: 3e9 }
  const rows = [
    { what: 'a buy above a floor', side: 'buy', thresholds: { floor: 1e9 }, low: 214_800, high: most },
    { what: 'a sell above a floor', side: 'sell', thresholds: { floor: 1e9 }, low: least, high: 218_800 },
    { what: 'a buy below a ceiling', side: 'buy', thresholds: { ceiling: 3e9 }, low: least, high: 218_800 },
    { what: 'a sell below a ceiling', side: 'sell', thresholds: { ceiling: 3e9 }, low: 214_800, high: most },
    { what: 'a buy between both', side: 'buy', thresholds: both, low: 214_800, high: 218_800 },
  ] as const
  for (const { what, side, thresholds, low, high } of rows) {
    it(`ends just before the threshold for ${what}`, () => {
      const range = regionOf('2000', [order(side)], thresholds, contextOf(board)).get('EURUSD')
      if (Number.isFinite(low)) assertJustBefore(range?.low, low, 216_800)
      else assert.equal(range?.low, low)
      if (Number.isFinite(high)) assertJustBefore(range?.high, high, 216_800)
      else assert.equal(range?.high, high)
    })
  }

  it('is limited by the nearer threshold on both sides', () => {
    const range = regionOf('2000', [order('buy')], { floor: 1e9, ceiling: 12e9 }, contextOf(board)).get(
      'EURUSD',
    )
    assertJustBefore(range?.low, 214_800, 216_800)
    assertJustBefore(range?.high, 218_800, 216_800)
  })

  it('is empty without thresholds or orders', () => {
    assert.equal(regionOf('2000', [order('buy')], {}, contextOf(board)).size, 0)
    assert.equal(regionOf('2000', [], { floor: 1e9 }, contextOf(board)).size, 0)
  })
})

describe('the safe region of several markets', () => {
  const board = boardOf(quoteOf('EURUSD', '1.08400', '1.08400'), quoteOf('XAUUSD', '4000.00', '4000.00'))
  const orders = [
    openOrder({ code: 'EURUSD', side: 'buy', lots: '1', open: '1.08400' }),
    openOrder({ code: 'XAUUSD', side: 'sell', lots: '1', open: '4000.00' }),
  ]

  // If EUR/USD falls by a share e of its price and gold rises by a share g, the loss is 108,400 e + 400,000 g dollars.
  // The account may lose 8,000.
  const shares = (stirOfGold: number) => {
    const stir = (marketId: number) => (marketId === seeded('XAUUSD').id ? stirOfGold : 1)
    const region = regionOf('9000', orders, { floor: 1e9 }, contextOf(board, stir))
    const euro = 1 - (region.get('EURUSD')?.low ?? 0) / 216_800
    const gold = (region.get('XAUUSD')?.high ?? 0) / 800_000 - 1
    assertJustBefore(108_400 * euro + 400_000 * gold, 8000, 0)
    return gold / euro
  }

  it('is wider for a more volatile market', () => {
    assert.ok(shares(5) > 2 * shares(1))
  })

  it('is wider for a market whose moves cost less, by the cube root', () => {
    assert.ok(Math.abs(shares(1) - Math.cbrt(108_400 / 400_000)) < 0.001)
  })

  it('omits a fully hedged market', () => {
    const both = openOrder({ code: 'XAUUSD', side: 'buy', lots: '1', open: '3990.00' })
    const region = regionOf('9000', [...orders, both], { floor: 1e9 }, contextOf(board))
    assert.deepEqual([...region.keys()], ['EURUSD'])
  })
})

describe('the safe region of profit in another currency', () => {
  // 100,000 euros bought at 160 yen, now at 160. At 160 yen per dollar, one yen of the price is 100,000 ÷ 160 = 625
  // dollars.
  const board = () =>
    boardOf(quoteOf('EURJPY', '160.000', '160.000'), quoteOf('USDJPY', '160.000', '160.000'))
  const order = openOrder({ code: 'EURJPY', side: 'buy', lots: '1', open: '160.000' })

  it('covers price and rate moving together, unlike separate bounds for each price', () => {
    const moved = board()
    // The account may lose 2,500 dollars. EURJPY alone may fall by 4 yen. USDJPY alone has no limit, because the profit
    // is zero.
    moveTo({ board: moved }, seeded('USDJPY').id, 256_000)
    assert.equal(equityAndMargin(dollars('3500'), [order], moved).equity, dollars('3500'))
    // Both move: 100,000 × 3.9 yen = 390,000 yen, which at 128 yen per dollar are 3,046.875 dollars.
    moveTo({ board: moved }, seeded('EURJPY').id, 312_200)
    assert.equal(equityAndMargin(dollars('3500'), [order], moved).equity, dollars('453.125'))

    const region = regionOf('3500', [order], { floor: 1e9 }, contextOf(board()))
    const [euro, yen] = [region.get('EURJPY'), region.get('USDJPY')]
    assert.ok(euro !== undefined && yen !== undefined && yen.low > 256_000)
    // The loss of (320,000 − low) ÷ 2 × 100 yen, converted at the low end of USDJPY, is just below 2,500 dollars.
    const lost = ((320_000 - euro.low) * 50) / (yen.low / 2000)
    assert.ok(lost < 2500 && lost > 2400, `${lost}`)
  })

  it('ends on the better side of the rate only where the rate becomes unrepresentable', () => {
    const region = regionOf('3500', [order], { floor: 1e9 }, contextOf(board()))
    // At 1,000,000,000 yen per dollar, one yen is a billionth of a dollar, the smallest possible rate.
    assert.equal(region.get('USDJPY')?.high, 2_000_000_000_000)
    assert.equal(region.get('EURJPY')?.high, most)
  })

  it('bounds only the rate for a fixed loss', () => {
    // Bought at 160 and sold at 158: a fixed loss of 200,000 yen. It is 1,250 dollars now, and 2,500 at 80 yen per
    // dollar.
    const hedged = [
      openOrder({ code: 'USDJPY', side: 'buy', lots: '1', open: '160.000' }),
      openOrder({ code: 'USDJPY', side: 'sell', lots: '1', open: '158.000' }),
    ]
    const range = regionOf('3500', hedged, { floor: 1e9 }, contextOf(board())).get('USDJPY')
    assertJustBefore(range?.low, 160_000, 320_000)
    assert.equal(range?.high, 2_000_000_000_000)
  })

  it('bounds the rate on the other side for a fixed profit', () => {
    // Sold at 160 and bought at 158: a fixed profit of 1,250 dollars now, and 625 at 320 yen per dollar.
    const hedged = [
      openOrder({ code: 'USDJPY', side: 'sell', lots: '1', open: '160.000' }),
      openOrder({ code: 'USDJPY', side: 'buy', lots: '1', open: '158.000' }),
    ]
    const range = regionOf('375', hedged, { floor: 1e9 }, contextOf(board())).get('USDJPY')
    // A price may rise by at most 90 %, here to 304 yen, although the threshold is reached at 320.
    assert.deepEqual(range, { low: least, high: 608_000 })
    const nearer = regionOf('0', hedged, { floor: 1e9 }, contextOf(board())).get('USDJPY')
    assertJustBefore(nearer?.high, 400_000, 320_000)
  })

  it('converts pence by the market of pounds', () => {
    const prices = boardOf(quoteOf('HSBA.L', '1150.0', '1150.0'), quoteOf('GBPUSD', '1.30000', '1.30000'))
    const share = openOrder({ code: 'HSBA.L', side: 'buy', lots: '100', open: '1250.0' })
    const region = regionOf('200', [share], { floor: 10e6 }, contextOf(prices))
    assert.deepEqual([...region.keys()], ['HSBA.L', 'GBPUSD'])
    // A loss of 100 pounds: a higher rate is worse. A lower one is better, so the range has no low end.
    assert.equal(region.get('GBPUSD')?.low, least)
    assert.ok((region.get('GBPUSD')?.high ?? most) < 600_000)
  })

  it('ends before the rate becomes too small, at a fine price precision', () => {
    const fine = [seeded('HSBA.L'), { ...seeded('GBPUSD'), pricePrecision: 8 }]
    const pounds = quoteOf('GBPUSD', '1300.00000', '1300.00000')
    const prices = createBoard(
      fine,
      [quoteOf('HSBA.L', '1150.0', '1150.0'), pounds].map((quote) => {
        return { marketId: quote.marketId, state: 'open', quote }
      }),
    )
    const share = openOrder({ code: 'HSBA.L', side: 'buy', lots: '100', open: '1250.0' })
    const region = regionOf(
      '200',
      [share],
      { floor: 10e6 },
      { ...contextOf(prices), routeOf: createConversionRoutes(fine) },
    )
    // At 0.0000001 dollars per pound, one penny (GBX) is worth a billionth of a dollar.
    assert.equal(region.get('GBPUSD')?.low, 20)
  })
})

describe('the safe region without a quote', () => {
  const emptyRange = { low: most, high: least }
  const opened = { quote: quoteOf('EURJPY', '160.000', '160.010'), rate: perUnit('0.00625') }
  const order = openOrder({ code: 'EURJPY', side: 'buy', lots: '1', open: '160.010', opened })

  it('is empty for a market before its first quote', () => {
    const board = boardOf(quoteOf('USDJPY', '160.000', '160.000'))
    const region = regionOf('2000', [order], { floor: 1e9 }, contextOf(board))
    assert.deepEqual(region.get('EURJPY'), emptyRange)
    // The loss of 500 yen at the opening quote is far below 1,000 dollars, so USDJPY may fall by the maximum of 90 %.
    assert.deepEqual(region.get('USDJPY'), { low: 32_000, high: 2_000_000_000_000 })
  })

  it('is empty for a converting market before its first quote', () => {
    const board = boardOf(quoteOf('EURJPY', '160.000', '160.000'))
    const region = regionOf('2000', [order], { floor: 1e9 }, contextOf(board))
    assert.deepEqual(region.get('USDJPY'), emptyRange)
    // At the opening rate, a step of bid + ask is 50 yen or 0.3125 dollars. Of 1,000 dollars, 3.125 are already lost.
    assertJustBefore(region.get('EURJPY')?.low, 320_000 - 996.875 / 0.3125, 320_000)
  })

  it('is empty for a converting market whose last quote gives no rate', () => {
    const board = boardOf(
      quoteOf('EURJPY', '160.000', '160.000'),
      quoteOf('USDJPY', '9000000000', '9000000000'),
    )
    assert.deepEqual(regionOf('2000', [order], { floor: 1e9 }, contextOf(board)).get('USDJPY'), emptyRange)
  })

  it('uses the opening rate of each order while there is no current one', () => {
    const board = boardOf(quoteOf('EURJPY', '160.000', '160.000'))
    const atHigherRate = { ...order, opened: { ...order.placed, rate: perUnit('0.0125') } }
    const region = regionOf('2000', [order, atHigherRate], { floor: 1e9 }, contextOf(board))
    assertJustBefore(region.get('EURJPY')?.low, 320_000 - (1000 - 9.375) / 0.9375, 320_000)
  })

  it('uses the opening rate without a converting market', () => {
    const board = boardOf(quoteOf('EURJPY', '160.000', '160.000'))
    const withoutRoutes = { ...contextOf(board), routeOf: () => undefined }
    const region = regionOf('2000', [order], { floor: 1e9 }, withoutRoutes)
    assert.deepEqual([...region.keys()], ['EURJPY'])
  })
})

describe('the safe region next to a threshold', () => {
  const board = () => boardOf(quoteOf('USDJPY', '160.005', '160.005'))
  const pinned = { low: 320_010, high: 320_010 }
  /** Buys and sells three steps apart: a fixed loss in yen, which a stronger dollar reduces. */
  const hedged = (count: number) =>
    Array.from({ length: count }, (_, at) => {
      const [side, open] = at % 2 === 0 ? (['buy', '160.003'] as const) : (['sell', '160.000'] as const)
      return openOrder({ code: 'USDJPY', side, lots: '0.01', open })
    })

  it('has width zero if rounding alone could cross the threshold', () => {
    const orders = hedged(12)
    const [now, atHigherRate] = [board(), board()]
    moveTo({ board: atHigherRate }, seeded('USDJPY').id, 320_011)
    const { equity } = equityAndMargin(dollars('5'), orders, now)
    // One step to the better side, each of the six pairs loses a micro-dollar to rounding.
    assert.equal(equityAndMargin(dollars('5'), orders, atHigherRate).equity, equity - 6)
    const region = (floor: number) => regionOf('5', orders, { floor }, contextOf(now)).get('USDJPY')
    assert.deepEqual(region(equity - 6), pinned)
    assert.ok((region(equity - 1000)?.low ?? most) < 320_010)
  })

  it('throws if the exposure is out of range', () => {
    const huge = { ...hedged(1)[0], lots: lots(2 ** 33), openPrice: price(1) } as Order
    assert.throws(() => regionOf('5', [huge], { floor: 1e6 }, contextOf(board())), RangeError)
  })
})
