import { createHash } from 'node:crypto'
import type { Market } from '#core/market/market.ts'
import { type PriceOrigin, simulationName } from '#server/feed/sim/sim-model.ts'
import type { Random } from '#server/platform/random.ts'
import type { Pool } from '#server/storage/storage.ts'

type SimulationParts = {
  readonly pool: Pool
  readonly random: Random
  /** From FEED_SEED. */
  readonly feedSeed: string | undefined
  readonly markets: readonly Market[]
  /** The last simulated bid of each market that has one, by market id: from an older version or another seed. */
  readonly lastBids: ReadonlyMap<number, PriceOrigin>
  readonly nowMs: number
}

export type Simulation = {
  readonly seed: Uint8Array
  /** By market id. */
  readonly origins: ReadonlyMap<number, PriceOrigin>
}

/** With FEED_SEED, prices must not depend on the time of the first start. */
const fixedOriginMs = Date.UTC(2026, 0, 1)

/** Loads the seed and the origins, which are stored at the first start with a seed. A new market is added later. */
export async function loadSimulation(parts: SimulationParts): Promise<Simulation> {
  const { pool, feedSeed, markets, lastBids, nowMs } = parts
  const seed = feedSeed === undefined ? await storedSeed(pool, parts.random) : seedOfText(feedSeed)
  const firstMs = feedSeed === undefined ? nowMs : fixedOriginMs
  const name = simulationName(seed)
  const wanted = markets.map(
    ({ id, referencePrice }) => [id, lastBids.get(id) ?? { timeMs: firstMs, bid: referencePrice }] as const,
  )
  await storeOrigins(pool, name, wanted)
  return { seed, origins: await readOrigins(pool, name) }
}

function seedOfText(text: string): Uint8Array {
  return createHash('sha256').update(`openlot simulated prices ${text}`).digest()
}

/** Several processes may start at the same time: the first one to insert its seed wins. */
async function storedSeed(pool: Pool, random: Random): Promise<Uint8Array> {
  await pool.query('insert into simulation_seed (seed) values ($1) on conflict do nothing', [
    Buffer.from(random.bytes(32)),
  ])
  const { rows } = await pool.query<{ seed: Buffer }>('select seed from simulation_seed')
  const [row] = rows
  if (row === undefined) throw new Error('the seed of the simulation is missing after its insert')
  return row.seed
}

async function storeOrigins(
  pool: Pool,
  simulation: string,
  origins: readonly (readonly [marketId: number, origin: PriceOrigin])[],
): Promise<void> {
  await pool.query(
    `insert into price_origins (simulation, market_id, at_ms, bid)
     select $1, * from unnest($2::integer[], $3::bigint[], $4::bigint[])
     on conflict do nothing`,
    [
      simulation,
      origins.map(([marketId]) => marketId),
      origins.map(([, { timeMs }]) => timeMs),
      origins.map(([, { bid }]) => bid),
    ],
  )
}

async function readOrigins(pool: Pool, simulation: string): Promise<ReadonlyMap<number, PriceOrigin>> {
  const { rows } = await pool.query<{ market_id: number; at_ms: number; bid: number }>(
    'select market_id, at_ms, bid from price_origins where simulation = $1',
    [simulation],
  )
  return new Map(rows.map(({ market_id, at_ms, bid }) => [market_id, { timeMs: at_ms, bid }]))
}
