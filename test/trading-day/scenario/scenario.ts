import type { Market } from '#core/market/market.ts'
import type { AccountOwner, CommandKey, CommandRequest, SubmitResult } from '#server/engine/engine.ts'
import type { Fate } from '#test/trading-day/memory-store.ts'
import type { Pair, PriceWalk } from '#test/trading-day/scenario/day-markets.ts'
import type { SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'
import type { SideBySide } from '#test/trading-day/side-by-side.ts'

/** All that a day is made of. */
export type Scene = {
  readonly day: SideBySide
  readonly random: SeededRandom
  readonly markets: readonly Market[]
  readonly walk: PriceWalk
  readonly users: AccountOwner[]
  /** What was asked under a key. */
  readonly kept: Kept[]
  readonly burned: Burned[]
  /** How many keys were made. */
  keys: number
}

/** A key that was burned, and when. */
export type Burned = { readonly asker: AccountOwner; readonly key: CommandKey; readonly atMs: number }

export type Kept = {
  readonly asker: AccountOwner
  readonly request: CommandRequest
  readonly key: CommandKey
  readonly first: SubmitResult
  readonly atMs: number
}

/** Something that happens on a day. */
export type Act = (scene: Scene) => Promise<void>

/** A ticket that is refused for what was typed leaves its key as it was. */
export function isKept({ kind }: CommandRequest, first: SubmitResult): boolean {
  const isTyped = first.kind === 'refused' && typedWrongly.has(first.reason)
  return (kind !== 'open_order' && kind !== 'amend_order') || !isTyped
}

const typedWrongly: ReadonlySet<string> = new Set([
  'leverage_not_configured',
  'leverage_not_offered',
  'invalid_lots',
  'lots_limit',
  'invalid_price',
])

export function newKey(scene: Scene): CommandKey {
  scene.keys += 1
  return { key: `key ${scene.keys}`, fingerprint: 'f'.repeat(64) }
}

/** Where somebody has something at stake, as a rule. */
export function livelyMarket({ day, random, markets }: Scene): number {
  const standing = [...day.tables.orders.values()].filter(
    ({ status }) => status === 'open' || status === 'pending',
  )
  return standing.length > 0 && random.chance(0.7) ? random.pick(standing).marketId : random.pick(markets).id
}

export function nextPair({ random, walk }: Scene, marketId: number): Pair {
  return random.chance(0.06) ? walk.leap(marketId) : walk.next(marketId)
}

/** Where a market has gone during a pause: as often far as near. */
export function moved({ random, walk }: Scene, marketId: number) {
  return { marketId, pair: random.chance(0.5) ? walk.leap(marketId) : walk.next(marketId) }
}

/** A commit fails about once in ten. */
export function anyFate(random: SeededRandom): Fate {
  return random.chance(0.9) ? 'kept' : random.pick(['lost', 'unheard', 'running', 'overtaken'])
}
