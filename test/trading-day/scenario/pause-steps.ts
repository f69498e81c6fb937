// Steps in which markets close and reopen, so that an account waits for fresh prices of its other markets.
import { accountFigures } from '#core/margin/account-figures.ts'
import type { Market } from '#core/market/market.ts'
import type { MarketState } from '#core/market/quote.ts'
import { formatLots, micros } from '#core/money/amounts.ts'
import type { AccountOwner, CommandRequest } from '#server/engine/engine.ts'
import { activeOrdersOf } from '#test/trading-day/scenario/make-request.ts'
import { quoteMarket } from '#test/trading-day/scenario/market-steps.ts'
import { moved, type Scenario, type Step } from '#test/trading-day/scenario/scenario.ts'
import type { SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'
import { anyRequest } from '#test/trading-day/scenario/user-steps.ts'

/** An account with open orders, and its markets, including those that convert quote currencies. */
type Held = { readonly asker: AccountOwner; readonly marketIds: readonly number[] }

function heldBy({ day, random }: Scenario, asker: AccountOwner): Held {
  const ids = activeOrdersOf(day.tables, asker.userId)
    .filter(({ status }) => status === 'open')
    .flatMap(({ marketId, terms }) => [marketId, day.board.conversionMarket(terms.quoteCurrency)])
    .filter((id) => id !== undefined)
  return { asker, marketIds: random.shuffled([...new Set(ids)]) }
}

/** Mostly an account with several markets: an account with one market never waits for the board. */
function anyHeld(scenario: Scenario): Held | undefined {
  const { random, users } = scenario
  const held = users.map((asker) => heldBy(scenario, asker))
  const holders = held.filter(({ marketIds }) => marketIds.length > 0)
  const several = holders.filter(({ marketIds }) => marketIds.length > 1)
  const from = several.length > 0 && random.chance(0.9) ? several : holders
  return from.length === 0 ? undefined : random.pick(from)
}

/** The markets of an account reopen one by one at other prices. Some stay closed until the board wait has ended. */
export const pauseAndReopen: Step = async (scenario) => {
  const { day, random } = scenario
  const held = anyHeld(scenario)
  if (held === undefined) return
  const state = random.pick<MarketState>(['closed', 'closed', 'stale'])
  const paused = held.marketIds.filter(() => random.chance(0.9))
  for (const marketId of paused) await day.state(marketId, state)
  day.time.advance(random.pick([1_000, 20_000, 299_000, 3_600_000]))
  if (random.chance(0.15)) await day.restart(paused.map((marketId) => moved(scenario, marketId)))
  const isEndedByTime = random.chance(0.5)
  for (const marketId of isEndedByTime ? paused.slice(1) : paused) {
    if (random.chance(0.1)) continue
    day.time.advance(random.pick([0, 1, 5, 200, 2_000, 4_999, 15_000]))
    await reopen(scenario, marketId)
    if (random.chance(0.2)) await quoteMarket(scenario)
    day.compare()
  }
  if (isEndedByTime) await endWait(scenario, held)
}

/** Quotes any market just before and just after the end of the board wait. */
async function endWait(scenario: Scenario, held: Held): Promise<void> {
  const { day, random } = scenario
  for (const ms of [9_999, 1, 1]) {
    day.time.advance(ms)
    await quoteMarket(scenario)
    day.compare()
    if (random.chance(0.7)) await submitDuringWait(scenario, held)
  }
}

/** Markets reopen one by one, so slowly that the board waits together would exceed the limit of a minute. */
export const reopenSlowly: Step = async (scenario) => {
  const { day, random, users, markets } = scenario
  const real = users.filter(({ isDemo }) => !isDemo)
  const asker = random.pick(real.length > 0 ? real : users)
  for (const market of markets) await day.submit(asker, smallOrder(market, random))
  // Brings the margin level near 100 %, so that a close-out may follow the board wait.
  await day.submit(asker, withdrawal(scenario, availableOf(scenario, asker)))
  const held = heldBy(scenario, asker)
  for (const marketId of held.marketIds) await day.state(marketId, 'closed')
  day.time.advance(400_000)
  const [first, ...others] = held.marketIds.slice(1)
  if (first === undefined) return
  await reopen(scenario, first)
  let elapsedMs = 0
  function passTo(untilMs: number): void {
    day.time.advance(untilMs - elapsedMs)
    elapsedMs = untilMs
  }
  for (const marketId of others) {
    const nextMs = elapsedMs + random.pick([6_000, 9_000, 9_998, 9_999, 9_999, 9_999, 10_000])
    for (const edgeMs of [59_999, 60_000].filter((ms) => ms > elapsedMs && ms < nextMs)) {
      passTo(edgeMs)
      await day.quote(first, moved(scenario, first).pair)
      day.compare()
      await submitDuringWait(scenario, held)
    }
    passTo(nextMs)
    await reopen(scenario, marketId)
    day.compare()
  }
}

/** Sends a request that is refused during a board wait, or any other request. */
async function submitDuringWait(scenario: Scenario, held: Held): Promise<void> {
  const { day, random } = scenario
  const { asker } = held
  const make = random.pick([smallWithdrawal, anySmallOrder, anything])
  await day.submit(asker, make(scenario, held))
  day.compare()
}

function anything(scenario: Scenario, { asker }: Held): CommandRequest {
  return anyRequest(scenario, asker.userId, true)
}

function smallWithdrawal(scenario: Scenario): CommandRequest {
  return withdrawal(scenario, scenario.random.between(1, 1_000_000))
}

function withdrawal({ day }: Scenario, amount: number): CommandRequest {
  const reference = `withdrawal:waiting ${day.board.seq()} ${day.time.clock.now()}`
  return { kind: 'request_withdrawal', amount: micros(amount), reference }
}

/** The largest amount that the account may withdraw. */
function availableOf({ day }: Scenario, { userId }: AccountOwner): number {
  const { tables, board } = day
  const cash = tables.accounts.get(userId)?.cash ?? micros(0)
  const open = activeOrdersOf(tables, userId).filter(({ status }) => status === 'open')
  return Math.min(cash, accountFigures(cash, open, board).freeMargin)
}

function anySmallOrder({ day, random, markets }: Scenario): CommandRequest {
  const open = markets.filter(
    ({ id, leverages }) => leverages.length > 0 && day.board.now(id).state === 'open',
  )
  return smallOrder(random.pick(open.length > 0 ? open : markets), random)
}

function smallOrder({ id, leastLots, leverages }: Market, random: SeededRandom): CommandRequest {
  const ticket = {
    marketId: id,
    side: random.pick(['buy', 'sell'] as const),
    lots: formatLots(leastLots),
    leverage: leverages.at(-1) ?? 1,
    target: null,
    seen: null,
    deviation: 0,
    stopLoss: null,
    takeProfit: null,
  }
  return { kind: 'open_order', ticket }
}

/** A market repeatedly becomes stale and recovers, mostly while another market of the account stays closed. */
export const flapMarket: Step = async (scenario) => {
  const { day, random } = scenario
  const held = anyHeld(scenario)
  const [flapping, other] = held?.marketIds ?? []
  if (held === undefined || flapping === undefined) return
  if (other !== undefined && random.chance(0.7)) await day.state(other, 'closed')
  for (let left = random.between(2, 4); left > 0; left -= 1) {
    await day.state(flapping, 'stale')
    if (random.chance(0.2)) await submitDuringWait(scenario, held)
    day.time.advance(random.pick([1_000, 15_000, 299_999, 300_000, 300_000]))
    await reopen(scenario, flapping)
    day.compare()
    if (random.chance(0.4)) await submitDuringWait(scenario, held)
  }
}

/** Opens the market together with a quote, as in reality. Sometimes the quote comes earlier or later. */
async function reopen(scenario: Scenario, marketId: number): Promise<void> {
  const { day, random } = scenario
  if (random.chance(0.1)) await day.quote(marketId, moved(scenario, marketId).pair)
  await day.state(marketId, 'open')
  if (random.chance(0.95)) await day.quote(marketId, moved(scenario, marketId).pair)
}
