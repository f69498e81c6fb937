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
  readonly nowMs: number
}

/** False if as many messages of the user are waiting as may wait. Concurrent transactions may exceed that by one each. */
export async function insertOutgoing(
  client: PoolClient,
  message: NewOutgoing,
  maxWaiting: number,
): Promise<boolean> {
  const { deliveryId, userId, channel, recipient, language, kind, parameters, nowMs } = message
  const { rowCount } = await client.query(
    `insert into outgoing_messages
       (delivery_id, user_id, channel, recipient, language, kind, parameters, created_at, next_try_at)
     select $1, $2::bigint, $3, $4, $5, $6, $7::jsonb, $8::timestamptz, $8::timestamptz
     where (select count(*) from outgoing_messages where user_id = $2::bigint and state = 'waiting') < $9`,
    [
      deliveryId,
      userId,
      channel,
      recipient,
      language,
      kind,
      JSON.stringify(parameters),
      new Date(nowMs),
      maxWaiting,
    ],
  )
  return rowCount === 1
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
 * Takes due messages, oldest first. Until the claim expires, no process takes them again. A try counts when it begins,
 * so that a message that ends the process is not tried forever.
 */
export async function claimDue(pool: Pool, { channel, limit, nowMs, expiresAtMs }: Claim) {
  const { rows } = await pool.query<ClaimedRow>(
    `update outgoing_messages set next_try_at = $3, tries = tries + 1
     where id in (
       select id from outgoing_messages where state = 'waiting' and channel = $1 and next_try_at <= $2
       order by next_try_at, id limit $4 for update skip locked
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
