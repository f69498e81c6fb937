// Queries of the table price_alerts. They join the table of users but never write to it.
import type { Pool, PoolClient } from 'pg'
import { type AlertCondition, alertLimits } from '#core/alert/alert.ts'
import { type AlertRule, ruleAfterHit } from '#core/alert/alert-rule.ts'
import { price } from '#core/money/amounts.ts'
import type { ActiveAlert, Alert, AlertHit } from '#server/alerts/alerts-types.ts'
import { inTransaction } from '#server/storage/storage.ts'

type RuleRow = {
  readonly condition: AlertCondition
  readonly level: number | null
  readonly change: number | null
  readonly base: number | null
}

function ruleOf({ condition, level, change, base }: RuleRow): AlertRule {
  return condition === 'change'
    ? { condition, base: price(base ?? 0), hundredths: change ?? 0 }
    : { condition, level: price(level ?? 0) }
}

type Row = RuleRow &
  Pick<Alert, 'id' | 'marketId' | 'repeats' | 'isActive' | 'createdAt'> & {
    readonly hitMs: number | null
    readonly hitBid: number | null
    readonly hitSeq: number | null
  }

const columns = `id, market_id as "marketId", condition, level, change, base, repeats, is_active as "isActive",
  created_at as "createdAt", hit_ms as "hitMs", hit_bid as "hitBid", hit_seq as "hitSeq"`

function alertOf(row: Row): Alert {
  const { id, marketId, repeats, isActive, createdAt, hitMs, hitBid, hitSeq } = row
  const isHit = hitMs !== null && hitBid !== null && hitSeq !== null
  const lastHit = isHit ? { timeMs: hitMs, bid: price(hitBid), seq: hitSeq } : undefined
  return { id, marketId, rule: ruleOf(row), repeats, isActive, createdAt, lastHit }
}

/** Newest first. */
export async function listAlerts(
  pool: Pool,
  userId: number,
  marketId: number | undefined,
): Promise<readonly Alert[]> {
  const { rows } = await pool.query<Row>(
    `select ${columns} from price_alerts where user_id = $1 and ($2::bigint is null or market_id = $2)
     order by id desc limit $3`,
    [userId, marketId ?? null, alertLimits.keptPerUser],
  )
  return rows.map(alertOf)
}

export type NewAlert = Pick<Alert, 'marketId' | 'rule' | 'repeats' | 'createdAt'> & {
  readonly userId: number
}

/** Undefined if the user has as many active alerts as allowed. */
export async function insertAlert(pool: Pool, alert: NewAlert): Promise<Alert | undefined> {
  const { userId, marketId, rule, repeats, createdAt } = alert
  const { level, hundredths, base } = { level: null, hundredths: null, base: null, ...rule }
  return await inTransaction(pool, async (client) => {
    await lockAlerts(client, userId)
    const { rows } = await client.query<Row>(
      `insert into price_alerts (user_id, market_id, condition, level, change, base, repeats, created_at)
       select $1, $2, $3, $4::bigint, $5::integer, $6::bigint, $7, $8
       where (select count(*) from price_alerts where user_id = $1 and is_active) < $9
       returning ${columns}`,
      [userId, marketId, rule.condition, level, hundredths, base, repeats, createdAt, alertLimits.perUser],
    )
    await deleteOldHits(client, userId)
    return rows.map(alertOf)[0]
  })
}

/** Alerts of one user are inserted one at a time, in all processes, because they are counted before. */
async function lockAlerts(client: PoolClient, userId: number): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('price alerts:' || $1::text, 0))`, [
    userId,
  ])
}

/** Leaves room for the active ones, which stay in the list when they are hit. */
async function deleteOldHits(client: PoolClient, userId: number): Promise<void> {
  await client.query(
    `delete from price_alerts where id in (
       select id from price_alerts where user_id = $1 and not is_active order by hit_ms desc, id desc offset $2
     )`,
    [userId, alertLimits.keptPerUser - alertLimits.perUser],
  )
}

/** False if the user has no such alert. */
export async function deleteAlert(pool: Pool, userId: number, id: number): Promise<boolean> {
  const { rowCount } = await pool.query('delete from price_alerts where id = $1 and user_id = $2', [
    id,
    userId,
  ])
  return rowCount === 1
}

/** Active ones that were set before a time by demo users without a session that was used since. Returns their ids. */
export async function deleteAbandoned(pool: Pool, before: Date, limit: number): Promise<readonly number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `delete from price_alerts where id in (
       select a.id from price_alerts a join users u on u.id = a.user_id
       where a.is_active and a.created_at < $1 and u.is_demo
         and not exists (
           select from sessions s where s.user_id = u.id and s.ended_at is null and s.last_seen_at >= $1)
         and not exists (
           select from sessions s where s.user_id = u.id and s.ended_at is not null and s.last_seen_at >= $1)
       limit $2)
     returning id`,
    [before, limit],
  )
  return rows.map(({ id }) => id)
}

type ActiveRow = RuleRow &
  Omit<ActiveAlert, 'rule' | 'hitMs'> & {
    readonly hitMs: number | null
  }

const chunkRows = 5000

/** Passes on every active alert, chunk by chunk. One of a demo account with a revoked id has no reader any more. */
export async function loadActive(pool: Pool, add: (alert: ActiveAlert) => void): Promise<void> {
  let last = 0
  for (let read = chunkRows; read === chunkRows; ) {
    const { rows } = await pool.query<ActiveRow>(
      `select a.id, a.user_id as "userId", u.is_demo as "isDemo", a.market_id as "marketId", a.condition, a.level,
         a.change, a.base, a.repeats, a.hits, a.hit_ms as "hitMs"
       from price_alerts a join users u on u.id = a.user_id
       where a.is_active and a.id > $1 and u.demo_revoked_at is null order by a.id limit $2`,
      [last, chunkRows],
    )
    for (const row of rows) add(activeOf(row))
    last = rows.at(-1)?.id ?? last
    read = rows.length
  }
}

function activeOf(row: ActiveRow): ActiveAlert {
  const { id, userId, isDemo, marketId, repeats, hits, hitMs } = row
  return { id, userId, isDemo, marketId, rule: ruleOf(row), repeats, hits, hitMs: hitMs ?? undefined }
}

export type StoredHit = { readonly id: number; readonly isNew: boolean }

/**
 * Stores hits. Returns those that are stored, now or by an earlier call whose answer was lost. An alert that was removed
 * is not among them, and neither is one that was hit since by another quote.
 */
export async function storeHits(
  client: PoolClient,
  hits: readonly AlertHit[],
): Promise<readonly StoredHit[]> {
  const { rows } = await client.query<StoredHit>(
    `with hit as (
       select * from unnest($1::bigint[], $2::integer[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
         given (id, hits, ms, bid, seq, base)
     ), stored as (
       update price_alerts a set hits = hit.hits + 1, hit_ms = hit.ms, hit_bid = hit.bid, hit_seq = hit.seq,
         base = hit.base
       from hit where a.id = hit.id and a.hits = hit.hits and a.is_active returning a.id
     )
     select id, true as "isNew" from stored
     union all
     select a.id, false from price_alerts a join hit on a.id = hit.id
     where a.hits = hit.hits + 1 and a.hit_seq = hit.seq`,
    [
      hits.map(({ alert }) => alert.id),
      hits.map(({ alert }) => alert.hits),
      hits.map(({ quote }) => quote.timeMs),
      hits.map(({ quote }) => quote.bid),
      hits.map(({ quote }) => quote.seq),
      hits.map(baseAfter),
    ],
  )
  return rows
}

/** An alert that has ended keeps the price from which it was measured. */
function baseAfter({ alert: { rule, repeats }, quote }: AlertHit): number | null {
  const after = repeats ? ruleAfterHit(rule, quote.bid) : rule
  return after.condition === 'change' ? after.base : null
}
