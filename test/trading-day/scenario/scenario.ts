import type { Market } from '#core/market/market.ts'
import type { AccountOwner, CommandKey, CommandRequest, SubmitResult } from '#server/engine/engine.ts'
import type { CommitResult } from '#test/trading-day/memory-store.ts'
import type { Pair, PriceWalk } from '#test/trading-day/scenario/day-markets.ts'
import type { SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'
import type { SideBySide } from '#test/trading-day/side-by-side.ts'

/** State of a generated trading day. */
export type Scenario = {
  readonly day: SideBySide
  readonly random: SeededRandom
  readonly markets: readonly Market[]
  readonly walk: PriceWalk
  readonly users: AccountOwner[]
  /** Requests sent with a key, and the answers to them. */
  readonly kept: Kept[]
  readonly burned: Burned[]
  /** Number of keys created. */
  keys: number
}

/** A burned key and the time at which it was burned. */
export type Burned = { readonly asker: AccountOwner; readonly key: CommandKey; readonly atMs: number }

export type Kept = {
  readonly asker: AccountOwner
  readonly request: CommandRequest
  readonly key: CommandKey
  readonly first: SubmitResult
  readonly atMs: number
}

/** One step of a trading day. */
export type Step = (scenario: Scenario) => Promise<void>

/** An order that is refused for invalid input does not use up its key. */
export function usesKey({ kind }: CommandRequest, first: SubmitResult): boolean {
  const isInputRefused = first.kind === 'refused' && inputReasons.has(first.reason)
  return (kind !== 'open_order' && kind !== 'amend_order') || !isInputRefused
}

const inputReasons: ReadonlySet<string> = new Set([
  'leverage_not_configured',
  'leverage_not_offered',
  'invalid_lots',
  'lots_limit',
  'invalid_price',
])

export function newKey(scenario: Scenario): CommandKey {
  scenario.keys += 1
  return { key: `key ${scenario.keys}`, fingerprint: 'f'.repeat(64) }
}

/** Usually a market with active orders. */
export function activeMarket({ day, random, markets }: Scenario): number {
  const activeOrders = [...day.tables.orders.values()].filter(
    ({ status }) => status === 'open' || status === 'pending',
  )
  return activeOrders.length > 0 && random.chance(0.7)
    ? random.pick(activeOrders).marketId
    : random.pick(markets).id
}

export function nextPair({ random, walk }: Scenario, marketId: number): Pair {
  return random.chance(0.06) ? walk.leap(marketId) : walk.next(marketId)
}

/** The price of a market after a pause: a large or a small move. */
export function moved({ random, walk }: Scenario, marketId: number) {
  return { marketId, pair: random.chance(0.5) ? walk.leap(marketId) : walk.next(marketId) }
}

/** About one commit in ten fails. */
export function anyCommitResult(random: SeededRandom): CommitResult {
  return random.chance(0.9)
    ? 'committed'
    : random.pick(['failed', 'reply_lost', 'written_before_next_lease', 'fenced_by_next_lease'])
}
