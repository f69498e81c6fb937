// Random accounts with random thresholds, for the escape search.
import { equityAndMargin } from '#core/margin/account-figures.ts'
import { notionalValue } from '#core/margin/profit-and-margin.ts'
import { createBoard, type LiveBoard } from '#core/market/board.ts'
import { createConversionRoutes } from '#core/market/conversion.ts'
import type { Market } from '#core/market/market.ts'
import { lots, micros, type Price, price, rate } from '#core/money/amounts.ts'
import { type Order, orderTerms } from '#core/order/order.ts'
import { type BoundedAccount, quoteAt } from '#test/margin/bounded-account.ts'
import { openOrder, seeded } from '#test/margin/decimal-inputs.ts'
import type { SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

/** Traded markets, with every kind of conversion and price precision. Some convert the currency of others. */
const traded = [
  ...['EURUSD', 'GBPUSD', 'USDJPY', 'EURJPY', 'GBPJPY', 'EURGBP', 'USDCHF', 'AUDNZD', 'GER40', 'JPN225'],
  ...['HSBA.L', 'HKG33', '0700.HK', 'XAUUSD', 'NGAS', 'BTCUSD', 'DOGEUSD', 'UK100'],
].map(seeded)
const converting = ['USDHKD', 'AUDUSD', 'NZDUSD'].map(seeded)
/** Markets with a price of a few steps, a price of very many steps, and a currency without conversion. */
const extreme: readonly Market[] = [
  { ...seeded('HKG33'), id: 9001, code: 'CENTS', unitsPerLot: 1000, referencePrice: price(9) },
  {
    ...seeded('BTCUSD'),
    id: 9002,
    code: 'FINE',
    pricePrecision: 8,
    referencePrice: price(9_500_000_000_000),
  },
  { ...seeded('GER40'), id: 9003, code: 'LIRA', quoteCurrency: 'TRY' },
]
const markets: readonly Market[] = [...traded, ...converting, ...extreme]
const routeOf = createConversionRoutes(markets)

export function randomAccount(random: SeededRandom): BoundedAccount {
  const board = randomBoard(random)
  const chosen = Array.from({ length: random.between(1, 4) }, () => random.pick([...traded, ...extreme]))
  const most = random.pick([1, 1, 2, 2, 3, 3, 4, 5, 8, 12])
  const open: Order[] = []
  while (open.length < most) {
    const order = randomOrder(random.pick(chosen), board, random)
    open.push(order)
    if (random.chance(0.15) && open.length < most) open.push(hedgeOf(order, random))
  }
  const volatilities = new Map(markets.map(({ id }) => [id, random.pick([0.2, 1, 1, 1.7, 6])]))
  const context = { board, routeOf, volatility: (marketId: number) => volatilities.get(marketId) ?? 1 }
  return { ...withThresholds(open, board, random), open, board, context }
}

/** Prices from half to twice the reference price, with even or odd spreads. About 2 % of the markets have no quote. */
function randomBoard(random: SeededRandom): LiveBoard {
  const quoted = markets.filter(() => random.chance(0.98))
  return createBoard(
    markets,
    quoted.map(({ id, referencePrice }) => {
      const bid = Math.max(1, Math.round(referencePrice * 2 ** (2 * random.share() - 1)))
      return { marketId: id, state: 'open', quote: quoteAt(id, 2 * bid + random.below(10)) }
    }),
  )
}

function randomOrder(market: Market, board: LiveBoard, random: SeededRandom): Order {
  const opened = receiptQuote(market, random)
  const known = board.now(market.id).quote ?? opened.quote
  const away = random.pick([0.0001, 0.002, 0.02, 0.3]) * (2 * random.share() - 1)
  const openPrice = price(Math.max(1, Math.round(((known.bid + known.ask) / 2) * (1 + away))))
  const rateNow = board.rate(market.quoteCurrency) ?? opened.rate
  const valueOfOne = (notionalValue(market, lots(100), openPrice, rateNow) ?? 1) / 100
  const targetValue = 10 ** random.between(7, 12) * (1 + 9 * random.share())
  const size = lots(Math.min(Math.max(1, Math.round(targetValue / valueOfOne)), 10_000_000))
  const share = random.pick([0.002, 0.01, 0.05, 1])
  return {
    ...openOrder({ code: 'EURUSD', side: random.pick(['buy', 'sell']), lots: '1', open: '1', opened }),
    ...{ marketId: market.id, terms: orderTerms(market, 'per_lot'), lots: size, openPrice },
    margin: micros(Math.max(1, Math.round(size * valueOfOne * share))),
  }
}

function receiptQuote({ id, referencePrice }: Market, random: SeededRandom) {
  const quote = quoteAt(id, 2 * referencePrice + random.below(3))
  return { quote, rate: rate(random.between(1_000_000, 2_000_000_000)) }
}

function hedgeOf(order: Order, random: SeededRandom): Order {
  const openPrice = random.chance(0.3) ? order.openPrice : shifted(order.openPrice, random)
  return { ...order, side: order.side === 'buy' ? 'sell' : 'buy', openPrice, margin: micros(0) }
}

function shifted(from: Price, random: SeededRandom): Price {
  return price(Math.max(1, Math.round(from * (0.98 + 0.04 * random.share()))))
}

/** Thresholds of a random margin call state, with an equity at a random distance from them. */
function withThresholds(open: readonly Order[], board: LiveBoard, random: SeededRandom) {
  const { equity: profit, usedMargin: used } = equityAndMargin(micros(0), open, board)
  const near = Math.max(1, Math.round(used * 10 ** random.pick([-9, -6, -4, -2, -1, 0, 1])))
  const [floor, ceiling] = random.pick([
    [used, Number.POSITIVE_INFINITY],
    [used, Number.POSITIVE_INFINITY],
    [used / 2, 1.1 * used],
    [Number.NEGATIVE_INFINITY, 1.1 * used],
  ] as const)
  const lowest = Math.floor(Math.max(floor, Number.MIN_SAFE_INTEGER)) + 1
  const highest = Math.floor(Math.min(ceiling, Number.MAX_SAFE_INTEGER))
  const isAbove = Number.isFinite(floor) && (!Number.isFinite(ceiling) || random.chance(0.5))
  const net = isAbove ? Math.min(lowest + near, highest) : Math.max(highest - near, lowest)
  return { cash: micros(net - profit), thresholds: { floor, ceiling } }
}
