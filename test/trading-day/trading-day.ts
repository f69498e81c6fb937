import type { MarketState } from '#core/market/quote.ts'
import type { Asked, Asker, RepeatKey, Request } from '#server/engine/engine.ts'
import { createEventCounts } from '#test/trading-day/event-counts.ts'
import type { Fate } from '#test/trading-day/memory-store.ts'
import type { OracleMarket } from '#test/trading-day/oracle/oracle-types.ts'
import { dayMarkets } from '#test/trading-day/scenario/day-markets.ts'
import { makeRequest } from '#test/trading-day/scenario/make-request.ts'
import { createPriceWalk } from '#test/trading-day/scenario/price-walk.ts'
import { createSeededRandom } from '#test/trading-day/scenario/seeded-random.ts'
import { createSideBySide, type Deed } from '#test/trading-day/side-by-side.ts'

export type DayOptions = {
  readonly seed: number
  readonly steps?: number
  readonly tamper?: (market: OracleMarket) => OracleMarket
}

type Kept = {
  readonly asker: Asker
  readonly request: Request
  readonly key: RepeatKey
  readonly first: Asked
  readonly atMs: number
}

const usualSteps = 200
const dayMs = 86_400_000

/** One day of trading by its seed, engine and model side by side. Answers how often each thing happened. */
export async function runTradingDay({
  seed,
  steps = usualSteps,
  tamper,
}: DayOptions): Promise<ReadonlyMap<string, number>> {
  const random = createSeededRandom(seed)
  const counts = createEventCounts()
  const markets = dayMarkets(random)
  const walk = createPriceWalk(markets, random)
  const feeMode = random.pick(['per_lot', 'share_of_margin'] as const)
  const day = createSideBySide({ markets, feeMode, counts, ...(tamper === undefined ? {} : { tamper }) })
  const { tables, board, time } = day
  const users: Asker[] = []
  const kept: Kept[] = []
  let asked = 0

  const anyMarket = () => random.pick(markets).id
  const anyUser = () => random.pick(users)
  const request = (asker: Asker) => makeRequest({ markets, board, tables }, asker.userId, random)
  const newKey = (): RepeatKey => ({ key: `key ${(asked += 1)}`, fingerprint: 'f'.repeat(64) })
  const anyFate = () =>
    random.weighted<Fate>([
      [40, 'kept'],
      [1, 'lost'],
      [1, 'unheard'],
      [1, 'running'],
      [1, 'overtaken'],
    ])
  /** Where somebody has something at stake, as a rule. */
  function livelyMarket(): number {
    const standing = [...tables.orders.values()].filter(
      ({ status }) => status === 'open' || status === 'pending',
    )
    return standing.length > 0 && random.chance(0.7) ? random.pick(standing).marketId : anyMarket()
  }
  const nextPair = (marketId: number) => (random.chance(0.06) ? walk.leap(marketId) : walk.next(marketId))
  const quote = (marketId: number) => day.quote(marketId, nextPair(marketId), anyFate())

  async function register(): Promise<void> {
    const asker = { userId: users.length + 1, isDemo: random.chance(0.5) }
    const isOpened = random.chance(0.8)
    await day.register(asker, isOpened)
    if (!isOpened) await day.restart([])
    users.push(asker)
  }
  async function ask(): Promise<void> {
    const asker = anyUser()
    const wanted = request(asker)
    const key = random.chance(0.4) ? newKey() : undefined
    const first = await day.ask(asker, wanted, { key, fate: anyFate() })
    if (key !== undefined) kept.push({ asker, request: wanted, key, first, atMs: time.clock.now() })
  }
  async function repeat(): Promise<void> {
    const before = kept.length === 0 ? undefined : random.pick(kept)
    if (before === undefined || time.clock.now() - before.atMs >= dayMs) return
    await day.repeat(before.asker, before.request, before.key, before.first)
  }
  async function state(): Promise<void> {
    await day.state(
      anyMarket(),
      random.weighted<MarketState>([
        [2, 'open'],
        [1, 'closed'],
        [1, 'stale'],
      ]),
    )
  }
  async function openAll(): Promise<void> {
    for (const { id } of markets)
      if (board.now(id).state !== 'open' && random.chance(0.7)) await day.state(id, 'open')
  }
  async function burst(): Promise<void> {
    const fate = random.pick(['held', 'held_lost'] as const)
    const deeds = Array.from({ length: random.between(2, 8) }, (): Deed => {
      const marketId = livelyMarket()
      if (random.chance(0.4)) return { marketId, pair: nextPair(marketId) }
      const asker = anyUser()
      const wanted = request(asker)
      return fate === 'held' || wanted.kind === 'open_order'
        ? { asker, request: wanted }
        : { marketId, pair: nextPair(marketId) }
    })
    await day.burst(deeds, fate)
  }
  async function restart(): Promise<void> {
    const meanwhile = Array.from({ length: random.below(4) }, () => {
      const marketId = livelyMarket()
      return { marketId, pair: nextPair(marketId) }
    })
    await day.restart(meanwhile)
  }
  async function crash(): Promise<void> {
    const asker = anyUser()
    await day.crash(asker, request(asker), newKey(), random.pick(['held', 'silent']))
  }
  async function pass(): Promise<void> {
    time.advance(random.pick([60_000, 660_000, 3_600_000, dayMs + 60_000]))
    await day.sweep()
  }

  await day.start()
  for (const { id } of markets) {
    if (random.chance(0.9)) await quote(id)
    if (random.chance(0.9)) await day.state(id, 'open')
  }
  for (let left = random.between(2, 10); left > 0; left -= 1) await register()
  for (const asker of users) {
    if (!asker.isDemo)
      await day.ask(asker, {
        kind: 'deposit',
        amount: random.pick([500_000_000, 10_000_000_000, 123_456_789_012]) as never,
        reference: `first:${asker.userId}`,
      })
  }
  for (let step = 0; step < steps; step += 1) {
    time.advance(random.between(1, 500))
    const act = random.weighted<() => Promise<void>>([
      [120, () => quote(livelyMarket())],
      [70, ask],
      [3, repeat],
      [5, state],
      [2, openAll],
      [4, burst],
      [1.5, restart],
      [1.5, crash],
      [1, pass],
      [0.5, register],
    ])
    try {
      await act()
      day.compare()
    } catch (fault) {
      throw new Error(inContext(seed, step, fault, day.trail()), { cause: fault })
    }
  }
  await day.stop()
  return counts.all()
}

function inContext(seed: number, step: number, fault: unknown, trail: readonly string[]): string {
  const what = fault instanceof Error ? fault.message : String(fault)
  return [
    `seed ${seed}, step ${step}: ${what}`,
    ...trail.map((deed) => `  ${deed}`),
    `once more: npm run simulate -- --seed ${seed}`,
  ].join('\n')
}
