import { createHash } from 'node:crypto'
import { dayMs } from '#core/candle/period.ts'
import type { Market } from '#core/market/market.ts'
import { isComposed, type PriceOrigin, simulationName } from '#server/feed/sim/sim-model.ts'
import type { Log } from '#server/platform/log.ts'
import type { Random } from '#server/platform/random.ts'
import type { ClockCorrections, Pool } from '#server/storage/storage.ts'

type SimulationParts = {
  readonly pool: Pool
  readonly random: Random
  readonly log: Pick<Log, 'warn'>
  /** From FEED_SEED. */
  readonly feedSeed: string | undefined
  readonly markets: readonly Market[]
  /** The last published bid of each market that has one, by market id: of any version and any seed. */
  readonly lastBids: ReadonlyMap<number, PriceOrigin>
  /** Of the clock. Prices may have been published up to their `recordedMs`. */
  readonly corrections: Pick<ClockCorrections, 'lastId' | 'recordedMs'> | undefined
  readonly nowMs: number
}

export type Simulation = {
  readonly seed: Uint8Array
  /** By market id. A cross whose price is the ratio of two other markets has none. */
  readonly origins: ReadonlyMap<number, PriceOrigin>
}

/** With FEED_SEED, prices must not depend on the time of the first start. */
const fixedOriginMs = Date.UTC(2026, 0, 1)
/** An origin further ahead was stored by a clock that was wrong. */
const longestAheadMs = dayMs

/** Loads the seed and the origins, which are stored at the first start with a seed. A new market is added later. */
export async function loadSimulation(parts: SimulationParts): Promise<Simulation> {
  const { pool, feedSeed, markets, lastBids, nowMs } = parts
  const seed = feedSeed === undefined ? await currentSeed(parts) : fixedSeed(feedSeed, parts)
  const firstMs = feedSeed === undefined ? nowMs : fixedOriginMs
  const name = simulationName(seed)
  const codes = new Set(markets.map(({ code }) => code))
  const wanted = markets
    .filter(({ code }) => !isComposed(code, codes))
    .map(
      ({ id, referencePrice }) => [id, lastBids.get(id) ?? { timeMs: firstMs, bid: referencePrice }] as const,
    )
  await storeOrigins(pool, name, wanted)
  return { seed, origins: await readOrigins(pool, name) }
}

function fixedSeed(text: string, { corrections, nowMs, log }: SimulationParts): Uint8Array {
  if (corrections !== undefined && corrections.recordedMs > nowMs)
    log.warn(
      { until: new Date(corrections.recordedMs).toISOString() },
      'simulated prices that were published while the clock was ahead come again: set another FEED_SEED than then, or none',
    )
  return createHash('sha256').update(`openlot simulated prices ${text}`).digest()
}

type StoredSeed = {
  readonly generation: number
  readonly seed: Uint8Array
  /** The last correction of the clock when it was drawn, or 0. */
  readonly correctionId: number
}

/**
 * The newest seed, or a new one: at the first start, and after the clock was corrected, because the prices of the old
 * one are known for times still to come.
 */
async function currentSeed(parts: SimulationParts): Promise<Uint8Array> {
  const { pool, log } = parts
  const stored = await readNewestSeed(pool)
  if (stored !== undefined && !(await isFromWrongTime(stored, parts))) return stored.seed
  await storeSeed((stored?.generation ?? 0) + 1, parts)
  const drawn = await readNewestSeed(pool)
  if (drawn === undefined) throw new Error('the seed of the simulation is missing after its insert')
  if (stored !== undefined)
    log.warn(
      { generation: drawn.generation },
      'the clock was ahead: simulated prices go on from the last ones with a new seed',
    )
  return drawn.seed
}

async function isFromWrongTime(stored: StoredSeed, parts: SimulationParts): Promise<boolean> {
  const { pool, corrections, nowMs } = parts
  if ((corrections?.lastId ?? 0) > stored.correctionId) return true
  const origins = await readOrigins(pool, simulationName(stored.seed))
  return [...origins.values()].some(({ timeMs }) => timeMs > nowMs + longestAheadMs)
}

async function readNewestSeed(pool: Pool): Promise<StoredSeed | undefined> {
  const { rows } = await pool.query<{ generation: number; seed: Buffer; correction_id: number | null }>(
    'select generation, seed, correction_id from simulation_seeds order by generation desc limit 1',
  )
  const [row] = rows
  return row && { generation: row.generation, seed: row.seed, correctionId: row.correction_id ?? 0 }
}

/** Several processes may start at the same time: the first one to insert its seed wins. */
async function storeSeed(generation: number, { pool, random, corrections, nowMs }: SimulationParts) {
  await pool.query(
    `insert into simulation_seeds (generation, seed, correction_id, drawn_at) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [generation, Buffer.from(random.bytes(32)), corrections?.lastId ?? null, new Date(nowMs)],
  )
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
