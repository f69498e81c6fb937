import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { accountRisk } from '#core/margin/account-figures.ts'
import type { RegionContext } from '#core/margin/region-exposures.ts'
import { type SafeRange, safeRegion, type Thresholds } from '#core/margin/safe-region.ts'
import { createBoard, type LiveBoard } from '#core/market/board.ts'
import { createConversionRoutes } from '#core/market/conversion.ts'
import { lots, price } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import { markets } from '#db/seed/markets.ts'
import { moveTo } from '#test/margin/bounded-account.ts'
import { boardOf, dollars, openOrder, perUnit, quoteOf, seeded } from '#test/margin/decimal-inputs.ts'

const wayOf = createConversionRoutes(markets)
const [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]

function around(board: LiveBoard, stir: RegionContext['volatility'] = () => 1): RegionContext {
  return { board, routeOf: wayOf, volatility: stir }
}

/** The ranges by the codes of their markets. */
function regionOf(cash: string, open: readonly Order[], walls: Partial<Thresholds>, about: RegionContext) {
  const ranges = safeRegion(dollars(cash), open, { floor: least, ceiling: most, ...walls }, about)
  assert.ok(ranges)
  return new Map(ranges.map((range) => [codeOf(range), { low: range.low, high: range.high }]))
}

function codeOf({ marketId }: SafeRange): string {
  return markets.find(({ id }) => id === marketId)?.code ?? ''
}

/** Not beyond the level, and not much before it: what is left over is a few hundredths of the way. */
function assertJustBefore(end: number | undefined, level: number, now: number): void {
  const share = ((end ?? now) - now) / (level - now)
  assert.ok(share < 1 && share > 0.96, `${end} is ${share} of the way from ${now} to ${level}`)
}

describe('an account at its wall', () => {
  const board = boardOf(quoteOf('EURUSD', '1.08395', '1.08405'))
  const orders = [openOrder({ code: 'EURUSD', side: 'buy', lots: '1', open: '1.08400' })]
  const rows = [
    { what: 'on the floor', walls: { floor: 2e9 }, isInside: false },
    { what: 'one above the floor', walls: { floor: 2e9 - 1 }, isInside: true },
    { what: 'at the ceiling', walls: { ceiling: 2e9 }, isInside: true },
    { what: 'one above the ceiling', walls: { ceiling: 2e9 - 1 }, isInside: false },
    { what: 'far below the floor', walls: { floor: 3e9 }, isInside: false },
  ]
  for (const { what, walls, isInside } of rows)
    it(`${what} ${isInside ? 'may stay where it is' : 'has no region'}`, () => {
      const between = { floor: least, ceiling: most, ...walls }
      const ranges = safeRegion(dollars('2000'), orders, between, around(board))
      const pinned = [{ marketId: seeded('EURUSD').id, low: 216_800, high: 216_800 }]
      assert.deepEqual(ranges, isInside ? pinned : undefined)
    })
})

describe('the safe region of one order', () => {
  // A lot of euros: a step of bid + ask is half a dollar. Nothing is gained at 216,800, so that 1,000 dollars are 2,000 steps.
  const board = boardOf(quoteOf('EURUSD', '1.08395', '1.08405'))
  const order = (side: 'buy' | 'sell') => openOrder({ code: 'EURUSD', side, lots: '1', open: '1.08400' })
  const both = { floor: 1e9, ceiling: 3e9 }
  const rows = [
    { what: 'a buy above a floor', side: 'buy', walls: { floor: 1e9 }, low: 214_800, high: most },
    { what: 'a sell above a floor', side: 'sell', walls: { floor: 1e9 }, low: least, high: 218_800 },
    { what: 'a buy below a ceiling', side: 'buy', walls: { ceiling: 3e9 }, low: least, high: 218_800 },
    { what: 'a sell below a ceiling', side: 'sell', walls: { ceiling: 3e9 }, low: 214_800, high: most },
    { what: 'a buy between both', side: 'buy', walls: both, low: 214_800, high: 218_800 },
  ] as const
  for (const { what, side, walls, low, high } of rows) {
    it(`ends just before the wall for ${what}`, () => {
      const range = regionOf('2000', [order(side)], walls, around(board)).get('EURUSD')
      if (Number.isFinite(low)) assertJustBefore(range?.low, low, 216_800)
      else assert.equal(range?.low, low)
      if (Number.isFinite(high)) assertJustBefore(range?.high, high, 216_800)
      else assert.equal(range?.high, high)
    })
  }

  it('is where the nearer wall lets both sides be', () => {
    const range = regionOf('2000', [order('buy')], { floor: 1e9, ceiling: 12e9 }, around(board)).get('EURUSD')
    assertJustBefore(range?.low, 214_800, 216_800)
    assertJustBefore(range?.high, 218_800, 216_800)
  })

  it('is not there without walls or orders', () => {
    assert.equal(regionOf('2000', [order('buy')], {}, around(board)).size, 0)
    assert.equal(regionOf('2000', [], { floor: 1e9 }, around(board)).size, 0)
  })
})

describe('the safe region of several markets', () => {
  const board = boardOf(quoteOf('EURUSD', '1.08400', '1.08400'), quoteOf('XAUUSD', '4000.00', '4000.00'))
  const orders = [
    openOrder({ code: 'EURUSD', side: 'buy', lots: '1', open: '1.08400' }),
    openOrder({ code: 'XAUUSD', side: 'sell', lots: '1', open: '4000.00' }),
  ]

  // At shares e and g of their prices they lose 108,400 e and 400,000 g dollars, of 8,000.
  const shares = (stirOfGold: number) => {
    const stir = (marketId: number) => (marketId === seeded('XAUUSD').id ? stirOfGold : 1)
    const region = regionOf('9000', orders, { floor: 1e9 }, around(board, stir))
    const euro = 1 - (region.get('EURUSD')?.low ?? 0) / 216_800
    const gold = (region.get('XAUUSD')?.high ?? 0) / 800_000 - 1
    assertJustBefore(108_400 * euro + 400_000 * gold, 8000, 0)
    return gold / euro
  }

  it('gives more room to who moves more', () => {
    assert.ok(shares(5) > 2 * shares(1))
  })

  it('gives more room to whose moves cost less, by the cube root', () => {
    assert.ok(Math.abs(shares(1) - Math.cbrt(108_400 / 400_000)) < 0.001)
  })

  it('leaves out a market in which as much is bought as sold', () => {
    const both = openOrder({ code: 'XAUUSD', side: 'buy', lots: '1', open: '3990.00' })
    const region = regionOf('9000', [...orders, both], { floor: 1e9 }, around(board))
    assert.deepEqual([...region.keys()], ['EURUSD'])
  })
})

describe('the safe region of profit in another currency', () => {
  // 100,000 euros, bought at 160 yen and at 160 now. At 160 yen to the dollar a yen of the price is 625 dollars.
  const board = () =>
    boardOf(quoteOf('EURJPY', '160.000', '160.000'), quoteOf('USDJPY', '160.000', '160.000'))
  const order = openOrder({ code: 'EURJPY', side: 'buy', lots: '1', open: '160.000' })

  it('knows that prices and rates go wrong together, which no bound for each price alone does', () => {
    const moved = board()
    // With 2,500 to lose, EURJPY alone may fall by 4 yen, and USDJPY alone may go anywhere: nothing is gained or lost yet.
    moveTo({ board: moved }, seeded('USDJPY').id, 256_000)
    assert.equal(accountRisk(dollars('3500'), [order], moved).netValue, dollars('3500'))
    // Both at once: 3.9 yen are 390,000 yen, and at 128 to the dollar those are 3,046.875 dollars.
    moveTo({ board: moved }, seeded('EURJPY').id, 312_200)
    assert.equal(accountRisk(dollars('3500'), [order], moved).netValue, dollars('453.125'))

    const region = regionOf('3500', [order], { floor: 1e9 }, around(board()))
    const [euro, yen] = [region.get('EURJPY'), region.get('USDJPY')]
    assert.ok(euro !== undefined && yen !== undefined && yen.low > 256_000)
    // (320,000 − low) ÷ 2 × 100 yen at the rate of its lowest, against 2,500 dollars.
    const lost = ((320_000 - euro.low) * 50) / (yen.low / 2000)
    assert.ok(lost < 2500 && lost > 2400, `${lost}`)
  })

  it('ends on the better side of the rate only where there would be none', () => {
    const region = regionOf('3500', [order], { floor: 1e9 }, around(board()))
    // At 1,000,000,000 yen to the dollar a yen is one billionth.
    assert.equal(region.get('USDJPY')?.high, 2_000_000_000_000)
    assert.equal(region.get('EURJPY')?.high, most)
  })

  it('holds the rate alone where what is lost is fixed', () => {
    // Bought at 160 and sold at 158, 200,000 yen are lost for good: 1,250 dollars now, 2,500 at 80.
    const hedged = [
      openOrder({ code: 'USDJPY', side: 'buy', lots: '1', open: '160.000' }),
      openOrder({ code: 'USDJPY', side: 'sell', lots: '1', open: '158.000' }),
    ]
    const range = regionOf('3500', hedged, { floor: 1e9 }, around(board())).get('USDJPY')
    assertJustBefore(range?.low, 160_000, 320_000)
    assert.equal(range?.high, 2_000_000_000_000)
  })

  it('holds the rate the other way where what is gained is fixed', () => {
    // Sold at 160 and bought at 158: 1,250 dollars now, 625 at 320.
    const hedged = [
      openOrder({ code: 'USDJPY', side: 'sell', lots: '1', open: '160.000' }),
      openOrder({ code: 'USDJPY', side: 'buy', lots: '1', open: '158.000' }),
    ]
    const range = regionOf('375', hedged, { floor: 1e9 }, around(board())).get('USDJPY')
    // No further than nine tenths of its price, though 320 would be the level.
    assert.deepEqual(range, { low: least, high: 608_000 })
    const nearer = regionOf('0', hedged, { floor: 1e9 }, around(board())).get('USDJPY')
    assertJustBefore(nearer?.high, 400_000, 320_000)
  })

  it('follows pence by the market of pounds', () => {
    const prices = boardOf(quoteOf('HSBA.L', '1150.0', '1150.0'), quoteOf('GBPUSD', '1.30000', '1.30000'))
    const share = openOrder({ code: 'HSBA.L', side: 'buy', lots: '100', open: '1250.0' })
    const region = regionOf('200', [share], { floor: 10e6 }, around(prices))
    assert.deepEqual([...region.keys()], ['HSBA.L', 'GBPUSD'])
    // 100 pounds are lost already: dearer pounds are worse, cheaper ones better as long as there is a rate.
    assert.equal(region.get('GBPUSD')?.low, least)
    assert.ok((region.get('GBPUSD')?.high ?? most) < 600_000)
  })

  it('ends before the rate is too small to be there, where prices are that fine', () => {
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
      { ...around(prices), routeOf: createConversionRoutes(fine) },
    )
    // At 0.0000001 dollars to the pound a penny is one billionth.
    assert.equal(region.get('GBPUSD')?.low, 20)
  })
})

describe('the safe region without a price', () => {
  const nowhere = { low: most, high: least }
  const opened = { quote: quoteOf('EURJPY', '160.000', '160.010'), rate: perUnit('0.00625') }
  const order = openOrder({ code: 'EURJPY', side: 'buy', lots: '1', open: '160.010', opened })

  it('is left by the first quote of the market', () => {
    const board = boardOf(quoteOf('USDJPY', '160.000', '160.000'))
    const region = regionOf('2000', [order], { floor: 1e9 }, around(board))
    assert.deepEqual(region.get('EURJPY'), nowhere)
    // 500 yen are lost by the quote it was opened with: that they be 1,000 dollars is far off.
    assert.deepEqual(region.get('USDJPY'), { low: 32_000, high: 2_000_000_000_000 })
  })

  it('is left by the first quote of what converts it', () => {
    const board = boardOf(quoteOf('EURJPY', '160.000', '160.000'))
    const region = regionOf('2000', [order], { floor: 1e9 }, around(board))
    assert.deepEqual(region.get('USDJPY'), nowhere)
    // At the rate it was opened with a step is 50 yen, 0.3125 dollars; 500 yen are lost already, which is 3.125.
    assertJustBefore(region.get('EURJPY')?.low, 320_000 - 996.875 / 0.3125, 320_000)
  })

  it('is left by the next quote of what converts it, where the last one gives no rate', () => {
    const board = boardOf(
      quoteOf('EURJPY', '160.000', '160.000'),
      quoteOf('USDJPY', '9000000000', '9000000000'),
    )
    assert.deepEqual(regionOf('2000', [order], { floor: 1e9 }, around(board)).get('USDJPY'), nowhere)
  })

  it('counts each order by its own rate as long as there is none', () => {
    const board = boardOf(quoteOf('EURJPY', '160.000', '160.000'))
    const dearer = { ...order, opened: { ...order.placed, rate: perUnit('0.0125') } }
    const region = regionOf('2000', [order, dearer], { floor: 1e9 }, around(board))
    assertJustBefore(region.get('EURJPY')?.low, 320_000 - (1000 - 9.375) / 0.9375, 320_000)
  })

  it('holds at the rate it was opened with for ever, where nothing will convert it', () => {
    const board = boardOf(quoteOf('EURJPY', '160.000', '160.000'))
    const alone = { ...around(board), wayOf: () => undefined }
    const region = regionOf('2000', [order], { floor: 1e9 }, alone)
    assert.deepEqual([...region.keys()], ['EURJPY'])
  })
})

describe('the safe region next to a wall', () => {
  const board = () => boardOf(quoteOf('USDJPY', '160.005', '160.005'))
  const pinned = { low: 320_010, high: 320_010 }
  /** Bought and sold three steps apart, again and again: what is lost is fixed, and dearer dollars make it less. */
  const hedged = (count: number) =>
    Array.from({ length: count }, (_, at) => {
      const [side, open] = at % 2 === 0 ? (['buy', '160.003'] as const) : (['sell', '160.000'] as const)
      return openOrder({ code: 'USDJPY', side, lots: '0.01', open })
    })

  it('is the prices of the moment where roundings alone could reach it', () => {
    const orders = hedged(12)
    const [now, dearer] = [board(), board()]
    moveTo({ board: dearer }, seeded('USDJPY').id, 320_011)
    const { netValue } = accountRisk(dollars('5'), orders, now)
    // A step to the better side, and six orders are rounded the other way.
    assert.equal(accountRisk(dollars('5'), orders, dearer).netValue, netValue - 6)
    const region = (floor: number) => regionOf('5', orders, { floor }, around(now)).get('USDJPY')
    assert.deepEqual(region(netValue - 6), pinned)
    assert.ok((region(netValue - 1000)?.low ?? most) < 320_010)
  })

  it('is not to be had where more is at stake than can be counted', () => {
    const huge = { ...hedged(1)[0], lots: lots(2 ** 33), openPrice: price(1) } as Order
    assert.throws(() => regionOf('5', [huge], { floor: 1e6 }, around(board())), RangeError)
  })
})
