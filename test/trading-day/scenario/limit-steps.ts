// Steps that reach the limits of an account, which random requests never do.
import type { Ticket } from '#core/decision/command.ts'
import { notionalValue, requiredMargin } from '#core/margin/profit-and-margin.ts'
import type { Market } from '#core/market/market.ts'
import { formatLots, formatPrice, lots, micros, price } from '#core/money/amounts.ts'
import type { AccountOwner } from '#server/engine/engine.ts'
import { activeOrdersOf } from '#test/trading-day/scenario/make-request.ts'
import type { Scenario, Step } from '#test/trading-day/scenario/scenario.ts'

/** Places one pending order more than allowed. */
export const exceedPendingLimit: Step = async (scenario) => {
  const [asker, market] = [anyUser(scenario, true), cheapest(scenario)]
  if (asker === undefined || market === undefined) return
  const ticket = await freshTicket(scenario, asker, market)
  for (let count = 0; count <= 200; count += 1)
    await scenario.day.submit(asker, {
      kind: 'open_order',
      ticket: { ...ticket, target: typed(market, 0.5) },
    })
}

/** Places two pending orders, and tries to open one order more than allowed. Then a quote reaches both targets. */
export const exceedOpenLimit: Step = async (scenario) => {
  const { day } = scenario
  const [asker, market] = [anyUser(scenario, true), cheapest(scenario)]
  if (asker === undefined || market === undefined) return
  const ticket = await freshTicket(scenario, asker, market)
  for (const share of [1.001, 1.002])
    await day.submit(asker, { kind: 'open_order', ticket: { ...ticket, target: typed(market, share) } })
  for (let count = 0; count <= 500; count += 1) await day.submit(asker, { kind: 'open_order', ticket })
  await day.quote(market.id, pairAt(market, 1.003))
  const open = activeOrdersOf(day.tables, asker.userId).filter(({ status }) => status === 'open')
  if (scenario.random.chance(0.5))
    await day.submit(asker, { kind: 'close_many', orderIds: open.map(({ id }) => id) })
  else await day.submit(asker, { kind: 'reset_demo' })
}

/** Places pending orders that are within the notional limit at their targets, but above it at the price of the fill. */
export const exceedNotionalLimit: Step = async (scenario) => {
  const { day, random } = scenario
  const asker = anyUser(scenario, false)
  const market = random.pick(scenario.markets)
  const rate = day.board.rate(market.quoteCurrency)
  if (asker === undefined || market.leverages.length === 0 || rate === undefined) return
  const ofLot = notionalValue(market, lots(100), market.referencePrice, rate) ?? 0
  const most = Math.min(market.mostLots / 100, 2 ** 50 / (market.referencePrice * market.unitsPerLot * 100))
  const orders = Math.ceil(0.9995e15 / (ofLot * most))
  if (orders > 20) return
  const size = Math.floor((0.9995e13 * 1e4) / ofLot / orders / market.lotStep) * market.lotStep
  const ticket = { ...(await freshTicket(scenario, asker, market)), lots: formatLots(lots(size)) }
  await day.submit(asker, { kind: 'deposit', amount: micros(9e14), reference: `brim:${day.board.seq()}` })
  for (let count = 1; count <= orders; count += 1) {
    const target = typed(market, count === orders ? 1.0001 : 1)
    await day.submit(asker, { kind: 'open_order', ticket: { ...ticket, target } })
  }
  await day.quote(market.id, pairAt(market, 1.04))
}

function anyUser({ users, random }: Scenario, isDemo: boolean): AccountOwner | undefined {
  const fitting = users.filter((user) => user.isDemo === isDemo)
  return fitting.length === 0 ? undefined : random.pick(fitting)
}

/** The market in which an order costs least; undefined if 500 orders would cost too much even there. */
function cheapest({ markets, day }: Scenario): Market | undefined {
  const costOf = (market: Market) => {
    const [rate, leverage] = [day.board.rate(market.quoteCurrency), market.leverages.at(-1)]
    if (rate === undefined || leverage === undefined) return Number.POSITIVE_INFINITY
    const wanted = { lots: market.leastLots, price: market.referencePrice, leverage }
    return (requiredMargin(market, wanted, rate) ?? Number.POSITIVE_INFINITY) + market.feePerLot
  }
  const [first] = markets.toSorted((one, other) => costOf(one) - costOf(other))
  return first !== undefined && costOf(first) < 100_000_000 ? first : undefined
}

/** Resets a demo account and opens the market at its reference price. Returns a ticket for the smallest buy. */
async function freshTicket({ day }: Scenario, asker: AccountOwner, market: Market): Promise<Ticket> {
  if (asker.isDemo) await day.submit(asker, { kind: 'reset_demo' })
  await day.state(market.id, 'open')
  await day.quote(market.id, pairAt(market, 1))
  return {
    marketId: market.id,
    side: 'buy',
    lots: formatLots(market.leastLots),
    leverage: market.leverages.at(-1) ?? 1,
    target: null,
    seen: null,
    deviation: 0,
    stopLoss: null,
    takeProfit: null,
  }
}

function pairAt({ referencePrice }: Market, share: number) {
  const steps = price(Math.round(referencePrice * share))
  return { bid: steps, ask: steps }
}

function typed(market: Market, share: number): string {
  return formatPrice(pairAt(market, share).ask, market.pricePrecision)
}
