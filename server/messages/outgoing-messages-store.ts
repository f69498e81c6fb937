import type { Pool, PoolClient } from 'pg'
import type { Channel } from '#core/user/contact.ts'

type Parameters = Readonly<Record<string, unknown>>

export type NewOutgoing = {
  readonly deliveryId: string
  readonly userId: number
  readonly channel: Channel
  readonly recipient: string
  readonly language: string
  readonly kind: string
  readonly parameters: Parameters
  /** Messages of 1 are sent when none of 0 is due. */
  readonly priority: 0 | 1
  readonly nowMs: number
}

/**
 * Returns how many were stored: a message beyond those that may wait for its user is not. Concurrent transactions may
 * exceed that by one each.
 */
export async function insertOutgoing(
  client: PoolClient,
  messages: readonly NewOutgoing[],
  maxWaiting: number,
): Promise<number> {
  const { rowCount } = await client.query(
    `insert into outgoing_messages
       (delivery_id, user_id, channel, recipient, language, kind, parameters, priority, created_at, next_try_at)
     select delivery_id, user_id, channel, recipient, language, kind, parameters, priority, at, at
     from (
       select given.*, row_number() over (partition by user_id order by place) as added,
         (select count(*) from outgoing_messages waiting
           where waiting.user_id = given.user_id and waiting.state = 'waiting') as waiting
       from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[],
           $8::smallint[], $9::timestamptz[]) with ordinality
         as given (delivery_id, user_id, channel, recipient, language, kind, parameters, priority, at, place)
     ) counted
     where waiting + added <= $10 order by place`,
    [
      messages.map(({ deliveryId }) => deliveryId),
      messages.map(({ userId }) => userId),
      messages.map(({ channel }) => channel),
      messages.map(({ recipient }) => recipient),
      messages.map(({ language }) => language),
      messages.map(({ kind }) => kind),
      messages.map(({ parameters }) => JSON.stringify(parameters)),
      messages.map(({ priority }) => priority),
      messages.map(({ nowMs }) => new Date(nowMs)),
      maxWaiting,
    ],
  )
  return rowCount ?? 0
}

export type ClaimedMessage = {
  readonly id: number
  readonly deliveryId: string
  readonly channel: Channel
  readonly recipient: string
  readonly language: string
  readonly kind: string
  readonly parameters: Parameters
  readonly createdAtMs: number
  /** Including the one that this claim is for. */
  readonly tries: number
}

type ClaimedRow = Omit<ClaimedMessage, 'createdAtMs'> & { readonly createdAt: Date }

export type Claim = {
  readonly channel: Channel
  readonly limit: number
  readonly nowMs: number
  readonly expiresAtMs: number
}

/**
 * Takes due messages, by priority and then the oldest first. Until the claim expires, no process takes them again. A try counts when it begins,
 * so that a message that ends the process is not tried forever.
 */
export async function claimDue(pool: Pool, { channel, limit, nowMs, expiresAtMs }: Claim) {
  const { rows } = await pool.query<ClaimedRow>(
    `update outgoing_messages set next_try_at = $3, tries = tries + 1
     where id in (
       select id from outgoing_messages where state = 'waiting' and channel = $1 and next_try_at <= $2
       order by priority, next_try_at, id limit $4 for update skip locked
     )
     returning id, delivery_id as "deliveryId", channel, recipient, language, kind, parameters,
       created_at as "createdAt", tries`,
    [channel, new Date(nowMs), new Date(expiresAtMs), limit],
  )
  return rows
    .map(({ createdAt, ...row }): ClaimedMessage => ({ ...row, createdAtMs: createdAt.getTime() }))
    .sort((a, b) => a.id - b.id)
}

export type Held = Pick<ClaimedMessage, 'id' | 'tries'>

/** Does nothing if the claim has expired and another process has taken the message. */
export async function endOutgoing(
  pool: Pool,
  { id, tries }: Held,
  end: { readonly state: 'sent' | 'given_up'; readonly nowMs: number },
): Promise<void> {
  await pool.query(
    `update outgoing_messages set state = $3, ended_at = $4 where id = $1 and tries = $2 and state = 'waiting'`,
    [id, tries, end.state, new Date(end.nowMs)],
  )
}

/** Ends the claim: the message is due again at this time. */
export async function postponeOutgoing(pool: Pool, { id, tries }: Held, nextTryAtMs: number): Promise<void> {
  await pool.query(
    `update outgoing_messages set next_try_at = $3 where id = $1 and tries = $2 and state = 'waiting'`,
    [id, tries, new Date(nextTryAtMs)],
  )
}

export async function deleteEndedOutgoing(pool: Pool, beforeMs: number, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from outgoing_messages where id in
       (select id from outgoing_messages where state <> 'waiting' and ended_at < $1 limit $2)`,
    [new Date(beforeMs), limit],
  )
  return rowCount ?? 0
}
