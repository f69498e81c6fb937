import type { Pool, PoolClient } from 'pg'
import type { NoticeContent } from '#core/notice/notice.ts'
import type { PushPriority } from '#server/push/push-priority.ts'
import type { PushPreferences, SubscriptionKeys } from '#server/push/push-types.ts'

export type NewDelivery = {
  readonly userId: number
  readonly kind: string
  /** JSON that PostgreSQL accepts. */
  readonly content: string
  readonly tag: string
  readonly priority: PushPriority
  readonly createdAtMs: number
  readonly expiresAtMs: number
}

type Inserted = { readonly inserted: number; readonly dropped: number }

/** Subscriptions that stay until the transaction ends, by user. */
export type HeldSubscriptions = ReadonlyMap<number, readonly number[]>

/**
 * Waits for transactions that are deleting any of them: a delivery of a deleted one would fail the caller's transaction.
 * All of one transaction in one statement, in the order of the ids, so that none wait in a circle.
 */
export async function holdSubscriptions(
  client: PoolClient,
  userIds: readonly number[],
): Promise<HeldSubscriptions> {
  const { rows } = await client.query<{ readonly id: number; readonly userId: number }>(
    `select id, user_id as "userId" from push_subscriptions where user_id = any($1::bigint[])
     order by id for key share`,
    [userIds],
  )
  const held = new Map<number, number[]>()
  for (const { id, userId } of rows) held.set(userId, [...(held.get(userId) ?? []), id])
  return held
}

type InsertParts = {
  readonly held: HeldSubscriptions
  readonly maxWaiting: number
  readonly nowMs: number
}

/**
 * One row for each held subscription of the users. A subscription for which as many wait as may wait gets no more.
 * Concurrent transactions may exceed that together.
 */
export async function insertDeliveries(
  client: PoolClient,
  deliveries: readonly NewDelivery[],
  { held, maxWaiting, nowMs }: InsertParts,
): Promise<Inserted> {
  const userIds = [...new Set(deliveries.map(({ userId }) => userId))]
  const { rows } = await client.query<Inserted>(
    `with wanted as (
       select s.id as subscription_id, s.service, n.*,
         row_number() over (partition by s.id order by n.position)
           + (select count(*) from push_deliveries w where w.subscription_id = s.id and w.state = 'waiting')
           as place
       from unnest($1::bigint[], $2::text[], $3::jsonb[], $4::text[], $5::smallint[], $6::timestamptz[],
         $7::timestamptz[]) with ordinality
         as n (user_id, kind, content, tag, priority, created_at, expires_at, position)
       join push_subscriptions s on s.user_id = n.user_id and s.id = any($8::bigint[])
     ), inserted as (
       insert into push_deliveries
         (subscription_id, service, kind, content, tag, priority, created_at, expires_at, next_try_at)
       select subscription_id, service, kind, content, tag, priority, created_at, expires_at, $9
       from wanted where place <= $10 order by subscription_id, position
       returning 1
     )
     select (select count(*) from inserted) as inserted,
       (select count(*) from wanted where place > $10) as dropped`,
    [
      deliveries.map(({ userId }) => userId),
      deliveries.map(({ kind }) => kind),
      deliveries.map(({ content }) => content),
      deliveries.map(({ tag }) => tag),
      deliveries.map(({ priority }) => priority),
      deliveries.map(({ createdAtMs }) => new Date(createdAtMs)),
      deliveries.map(({ expiresAtMs }) => new Date(expiresAtMs)),
      userIds.flatMap((userId) => held.get(userId) ?? []),
      new Date(nowMs),
      maxWaiting,
    ],
  )
  return rows[0] ?? { inserted: 0, dropped: 0 }
}

type DeliveryRow = SubscriptionKeys & {
  readonly id: number
  readonly subscriptionId: number
  readonly userId: number
  readonly sessionId: number
  readonly service: string
  readonly language: string
  /** Refusals in a row, before this try. */
  readonly refusals: number
  readonly kind: string
  /** Of a kind that this version may not know. */
  readonly content: NoticeContent
  readonly tag: string
  readonly priority: PushPriority
  /** Including the one that this claim is for. */
  readonly tries: number
  /** Whether the session of the subscription lives. */
  readonly isAlive: boolean
}

export type ClaimedDelivery = DeliveryRow & {
  readonly subscribedAtMs: number
  readonly expiresAtMs: number
  /** Undefined if the user has chosen none. */
  readonly preferences: PushPreferences | undefined
}

type ClaimedRow = DeliveryRow & {
  readonly subscribedAt: Date
  readonly expiresAt: Date
  readonly details: boolean | null
  readonly quietFrom: number
  readonly quietTo: number
  readonly zone: string
}

export type Claim = {
  readonly limit: number
  /** How many of one push service this process may send at a time. */
  readonly perService: number
  /** How many it is sending now, by service. */
  readonly busy: ReadonlyMap<string, number>
  readonly nowMs: number
  readonly expiresAtMs: number
}

/**
 * Takes due deliveries, those of lower priority numbers first, and of no push service more than its share. Until the
 * claim expires, no process takes them again. A try counts when it begins, so that a delivery that ends the process is
 * not tried forever.
 */
export async function claimDeliveries(
  pool: Pool,
  { limit, perService, busy, nowMs, expiresAtMs }: Claim,
): Promise<readonly ClaimedDelivery[]> {
  const { rows } = await pool.query<ClaimedRow>(claimQuery, [
    new Date(nowMs),
    new Date(expiresAtMs),
    limit,
    perService,
    [...busy.keys()],
    [...busy.values()],
  ])
  return rows.map(claimedOf).sort((a, b) => a.priority - b.priority || a.id - b.id)
}

/**
 * Looks at the first few of each service and priority only, by the index `push_deliveries_due`: a service that does not
 * answer may have very many.
 */
const claimQuery = `
  with recursive services as (
    (select service from push_deliveries where state = 'waiting' order by service limit 1)
    union all
    select (select d.service from push_deliveries d where d.state = 'waiting' and d.service > s.service
      order by d.service limit 1)
    from services s where s.service is not null
  ), shares as (
    select s.service, $4 - coalesce(b.count, 0) as free
    from services s left join unnest($5::text[], $6::integer[]) as b (service, count) on b.service = s.service
    where $4 > coalesce(b.count, 0)
  ), heads as (
    select s.free, d.*, row_number() over (partition by s.service order by d.priority, d.next_try_at, d.id) as place
    from shares s cross join generate_series(0, 2) as p (priority) cross join lateral (
      select id, priority, next_try_at from push_deliveries
      where state = 'waiting' and service = s.service and priority = p.priority and next_try_at <= $1
      order by next_try_at, id limit $4 for update skip locked
    ) d
  ), due as (
    select id from heads where place <= free order by priority, next_try_at, id limit $3
  )
  update push_deliveries d set next_try_at = $2, tries = tries + 1
  from due, push_subscriptions s
    join sessions e on e.id = s.session_id
    left join push_preferences p on p.user_id = s.user_id
  where d.id = due.id and s.id = d.subscription_id
  returning d.id, d.subscription_id as "subscriptionId", s.user_id as "userId",
    s.session_id as "sessionId", s.subscribed_at as "subscribedAt", s.endpoint, s.p256dh, s.auth, d.service,
    s.language, s.refusals, d.kind, d.content, d.tag, d.priority, d.tries, d.expires_at as "expiresAt",
    e.ended_at is null and e.expires_at > $1 as "isAlive",
    p.details, p.quiet_from as "quietFrom", p.quiet_to as "quietTo", p.zone`

function claimedOf(claimed: ClaimedRow): ClaimedDelivery {
  const { subscribedAt, expiresAt, details, quietFrom, quietTo, zone, ...row } = claimed
  const preferences = details === null ? undefined : { details, quietFrom, quietTo, zone }
  return { ...row, subscribedAtMs: subscribedAt.getTime(), expiresAtMs: expiresAt.getTime(), preferences }
}

export type HeldDelivery = Pick<ClaimedDelivery, 'id' | 'tries'>

/** Does nothing if the claim has expired and another process has taken the delivery. */
export async function endDelivery(
  pool: Pool,
  { id, tries }: HeldDelivery,
  end: { readonly state: 'sent' | 'quiet' | 'expired' | 'failed'; readonly nowMs: number },
): Promise<void> {
  await pool.query(
    `update push_deliveries set state = $3, ended_at = $4 where id = $1 and tries = $2 and state = 'waiting'`,
    [id, tries, end.state, new Date(end.nowMs)],
  )
}

/** Ends the claim: the delivery is due again at this time. */
export async function postponeDelivery(pool: Pool, { id, tries }: HeldDelivery, nextTryAtMs: number) {
  await pool.query(
    `update push_deliveries set next_try_at = $3 where id = $1 and tries = $2 and state = 'waiting'`,
    [id, tries, new Date(nextTryAtMs)],
  )
}

export async function deleteEndedDeliveries(pool: Pool, beforeMs: number, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from push_deliveries where id in
       (select id from push_deliveries where state <> 'waiting' and ended_at < $1 limit $2)`,
    [new Date(beforeMs), limit],
  )
  return rowCount ?? 0
}
