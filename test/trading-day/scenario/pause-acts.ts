// Markets that pause and come back, so that an account waits for the rest of its board.
import type { MarketState } from '#core/market/quote.ts'
import { micros } from '#core/money/micros.ts'
import type { Asker } from '#server/engine/engine.ts'
import { quoteMarket } from '#test/trading-day/scenario/market-acts.ts'
import { anyRequest } from '#test/trading-day/scenario/people-acts.ts'
import { type Act, moved, type Scene } from '#test/trading-day/scenario/scene.ts'

/** An account with open orders, and its markets: those of the orders, and those that convert their quote currencies. */
type Held = { readonly asker: Asker; readonly marketIds: readonly number[] }

function anyHeld({ day, random, users }: Scene): Held | undefined {
  const open = [...day.tables.orders.values()].filter(({ status }) => status === 'open')
  const userId = open.length === 0 ? undefined : random.pick(open).userId
  const asker = users.find((user) => user.userId === userId)
  const ids = open
    .filter((order) => order.userId === userId)
    .flatMap(({ marketId, terms }) => [marketId, day.board.conversionMarket(terms.quoteCurrency)])
    .filter((id) => id !== undefined)
  return asker === undefined ? undefined : { asker, marketIds: random.shuffled([...new Set(ids)]) }
}

/** The markets of an account come back one by one, at other prices. Some stay away, and its wait ends without them. */
export const pauseAndReopen: Act = async (scene) => {
  const { day, random } = scene
  const held = anyHeld(scene)
  if (held === undefined) return
  const state = random.pick<MarketState>(['closed', 'closed', 'stale'])
  const paused = held.marketIds.filter(() => random.chance(0.9))
  for (const marketId of paused) await day.state(marketId, state)
  day.time.advance(random.pick([1_000, 20_000, 299_000, 3_600_000]))
  if (random.chance(0.15)) await day.restart(paused.map((marketId) => moved(scene, marketId)))
  const isEndedByTime = random.chance(0.5)
  for (const marketId of isEndedByTime ? paused.slice(1) : paused) {
    if (random.chance(0.1)) continue
    day.time.advance(random.pick([0, 1, 5, 200, 2_000, 4_999, 15_000]))
    await reopen(scene, marketId)
    if (random.chance(0.2)) await quoteMarket(scene)
    day.compare()
  }
  if (isEndedByTime) await endWait(scene, held)
}

/** A quote of any market just before and just after the wait of the last market to come back. */
async function endWait(scene: Scene, { asker }: Held): Promise<void> {
  const { day, random } = scene
  for (const ms of [9_999, 1, 1]) {
    day.time.advance(ms)
    await quoteMarket(scene)
    day.compare()
    if (random.chance(0.5)) await askWaiting(scene, asker)
  }
}

/** Anything, with more of what is refused while the account waits. */
async function askWaiting(scene: Scene, asker: Asker): Promise<void> {
  const { day, random } = scene
  const reference = `withdrawal:waiting ${day.board.seq()} ${day.time.clock.now()}`
  const amount = micros(random.between(1, 1_000_000))
  const isWithdrawal = !asker.isDemo && random.chance(0.3)
  const request = isWithdrawal
    ? ({ kind: 'request_withdrawal', amount, reference } as const)
    : anyRequest(scene, asker.userId, true)
  await day.ask(asker, request)
  day.compare()
}

/** A market goes stale and comes back, again and again, mostly while another one of the account stays closed. */
export const flap: Act = async (scene) => {
  const { day, random } = scene
  const held = anyHeld(scene)
  const [flapping, other] = held?.marketIds ?? []
  if (held === undefined || flapping === undefined) return
  if (other !== undefined && random.chance(0.7)) await day.state(other, 'closed')
  for (let left = random.between(2, 4); left > 0; left -= 1) {
    await day.state(flapping, 'stale')
    if (random.chance(0.2)) await askWaiting(scene, held.asker)
    day.time.advance(random.pick([1_000, 15_000, 299_999, 300_000, 300_000]))
    await reopen(scene, flapping)
    day.compare()
    if (random.chance(0.4)) await askWaiting(scene, held.asker)
  }
}

/** Opens with a quote, as the markets of the server do; now and then a quote comes before, or none at once. */
async function reopen(scene: Scene, marketId: number): Promise<void> {
  const { day, random } = scene
  if (random.chance(0.1)) await day.quote(marketId, moved(scene, marketId).pair)
  await day.state(marketId, 'open')
  if (random.chance(0.95)) await day.quote(marketId, moved(scene, marketId).pair)
}
