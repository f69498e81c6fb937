import type { Pool, PoolClient } from 'pg'
import type { Channel } from '#core/user/contact.ts'

export type CodePurpose = 'register' | 'reset' | 'payout_method' | 'withdrawal'

/** Identifies a verification code. */
export type CodeKey = {
  readonly channel: Channel
  readonly recipient: string
  readonly purpose: CodePurpose
}

export const maxTries = 5

/** Takes an advisory lock for the transaction. False if another request for the recipient holds it. */
export async function tryLockRecipient(
  client: PoolClient,
  { channel, recipient }: CodeKey,
): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as held`,
    [`code for ${channel} ${recipient}`],
  )
  return rows[0]?.held === true
}

export async function lockAddress(client: PoolClient, address: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`codes from ${address}`])
}

/** For each limit that is reached: the time of the oldest request that counts towards it. Otherwise undefined. */
export type LimitsReached = {
  readonly minuteSinceMs: number | undefined
  readonly daySinceMs: number | undefined
  readonly addressSinceMs: number | undefined
  readonly overallSinceMs: number | undefined
}

export type CodeLimits = {
  readonly pauseMs: number
  readonly dayMs: number
  readonly maxPerDay: number
  readonly hourMs: number
  readonly maxPerAddress: number
  readonly maxOverall: Readonly<Record<Channel, number>>
}

type ReachedRow = Readonly<
  Record<'minute_since' | 'day_since' | 'address_since' | 'overall_since', Date | null>
>

/** Allows for clock differences between processes. A later request was recorded while the clock was wrong. */
const clockSkewMs = 60_000

export async function readLimitsReached(
  client: PoolClient,
  { channel, recipient, purpose }: CodeKey,
  {
    address,
    nowMs,
    limits,
  }: { readonly address: string; readonly nowMs: number; readonly limits: CodeLimits },
): Promise<LimitsReached> {
  const { rows } = await client.query<ReachedRow>(
    `select
       (select requested_at from code_requests
        where channel = $1 and recipient = $2 and requested_at > $4 and requested_at <= $11
        order by requested_at desc limit 1) as minute_since,
       (select requested_at from code_requests
        where channel = $1 and recipient = $2 and purpose = $10 and requested_at > $5 and requested_at <= $11
        order by requested_at desc limit 1 offset $6) as day_since,
       (select requested_at from code_requests
        where address = $3 and requested_at > $7 and requested_at <= $11
        order by requested_at desc limit 1 offset $8) as address_since,
       (select requested_at from code_requests
        where channel = $1 and requested_at > $7 and requested_at <= $11
        order by requested_at desc limit 1 offset $9) as overall_since`,
    [
      channel,
      recipient,
      address,
      new Date(nowMs - limits.pauseMs),
      new Date(nowMs - limits.dayMs),
      limits.maxPerDay - 1,
      new Date(nowMs - limits.hourMs),
      limits.maxPerAddress - 1,
      limits.maxOverall[channel] - 1,
      purpose,
      new Date(nowMs + clockSkewMs),
    ],
  )
  const [row] = rows
  return {
    minuteSinceMs: row?.minute_since?.getTime(),
    daySinceMs: row?.day_since?.getTime(),
    addressSinceMs: row?.address_since?.getTime(),
    overallSinceMs: row?.overall_since?.getTime(),
  }
}

export type NewCode = CodeKey & {
  readonly hash: Uint8Array
  readonly address: string
  readonly nowMs: number
  readonly expiresAtMs: number
}

/** Records the request and replaces the previous code, in one statement. */
export async function storeCode(client: PoolClient, code: NewCode): Promise<void> {
  const { channel, recipient, purpose, hash, address, nowMs, expiresAtMs } = code
  await client.query(
    `with noted as (
       insert into code_requests (channel, recipient, purpose, address, requested_at)
       values ($1, $2, $3, $5, $6)
     )
     insert into verification_codes (channel, recipient, purpose, code_hash, sent_at, expires_at)
     values ($1, $2, $3, $4, $6, $7)
     on conflict (channel, recipient, purpose) do update
     set code_hash = excluded.code_hash, tries = 0, sent_at = excluded.sent_at, expires_at = excluded.expires_at`,
    [channel, recipient, purpose, hash, address, new Date(nowMs), new Date(expiresAtMs)],
  )
}

export type TriedCode = CodeKey & { readonly hash: Uint8Array; readonly nowMs: number }

/**
 * Counts the try if the code is wrong, and returns the hash of the correct code. Undefined if there is no code, it has
 * expired, or it was tried too often. The update locks the row, so parallel tries all count.
 */
export async function countTry(pool: Pool, tried: TriedCode): Promise<Buffer | undefined> {
  const { channel, recipient, purpose, hash, nowMs } = tried
  const { rows } = await pool.query<{ code_hash: Buffer }>(
    `update verification_codes set tries = tries + (code_hash <> $4)::integer
     where channel = $1 and recipient = $2 and purpose = $3 and expires_at > $5 and tries < $6
     returning code_hash`,
    [channel, recipient, purpose, hash, new Date(nowMs), maxTries],
  )
  return rows[0]?.code_hash
}

/** A consumed code. It can be put back while it has not expired. */
export type ConsumedCode = CodeKey & {
  readonly hash: Uint8Array
  readonly tries: number
  readonly sentAt: Date
  readonly expiresAt: Date
}

/** Defined for only one of several concurrent transactions. A rollback restores the code. */
export async function consumeCode(client: PoolClient, tried: TriedCode): Promise<ConsumedCode | undefined> {
  const { channel, recipient, purpose, hash, nowMs } = tried
  const { rows } = await client.query<Pick<ConsumedCode, 'tries' | 'sentAt' | 'expiresAt'>>(
    `delete from verification_codes
     where channel = $1 and recipient = $2 and purpose = $3 and code_hash = $4 and expires_at > $5 and tries < $6
     returning tries, sent_at as "sentAt", expires_at as "expiresAt"`,
    [channel, recipient, purpose, hash, new Date(nowMs), maxTries],
  )
  const [row] = rows
  return row === undefined ? undefined : { channel, recipient, purpose, hash, ...row }
}

/** A code that was sent meanwhile stays. */
export async function restoreCode(pool: Pool, consumed: ConsumedCode): Promise<void> {
  const { channel, recipient, purpose, hash, tries, sentAt, expiresAt } = consumed
  await pool.query(
    `insert into verification_codes (channel, recipient, purpose, code_hash, tries, sent_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (channel, recipient, purpose) do nothing`,
    [channel, recipient, purpose, hash, tries, sentAt, expiresAt],
  )
}

export async function deleteExpired(pool: Pool, nowMs: number, requestsBeforeMs: number): Promise<void> {
  await pool.query('delete from verification_codes where expires_at <= $1', [new Date(nowMs)])
  await pool.query('delete from code_requests where requested_at <= $1', [new Date(requestsBeforeMs)])
}
