import type { Client } from '#server/operators/operators-store.ts'

export type Counting = {
  readonly key: Buffer
  readonly at: Date
  /** What is older than this is forgotten, and counting begins anew. */
  readonly since: Date
  /** How long to wait after one, two, three … in a row; the last holds for all that follow. */
  readonly waitsMs: readonly number[]
}

/** Counts one more, unless one still has to wait: then it gives until when. In one statement, so that none slips by. */
export async function countFailure(client: Client, counting: Counting): Promise<Date | undefined> {
  const { key, at, since, waitsMs } = counting
  const counted = await client.query(
    `insert into operator_failures as known (key, failures, last_at, blocked_until)
     values ($1, 1, $2, $2::timestamptz + interval '1 millisecond' * ($4::integer[])[1])
     on conflict (key) do update set
       failures = case when known.last_at < $3 then 1 else known.failures + 1 end,
       last_at = $2,
       blocked_until = $2::timestamptz + interval '1 millisecond' * ($4::integer[])[
         least(case when known.last_at < $3 then 1 else known.failures + 1 end, cardinality($4::integer[]))]
     where known.blocked_until <= $2`,
    [key, at, since, waitsMs],
  )
  if (counted.rowCount === 1) return undefined
  const blocked = await client.query<{ until: Date }>(
    'select blocked_until as until from operator_failures where key = $1',
    [key],
  )
  return blocked.rows[0]?.until ?? at
}

/** One less: it was none. */
export async function takeBackFailure(client: Client, key: Buffer, at: Date): Promise<void> {
  await client.query(
    `with last_one as (delete from operator_failures where key = $1 and failures = 1)
     update operator_failures set failures = failures - 1, blocked_until = $2 where key = $1 and failures > 1`,
    [key, at],
  )
}

/** Writes without changing anything. */
export async function touchFailure(client: Client, key: Buffer): Promise<void> {
  await client.query('update operator_failures set last_at = last_at where key = $1', [key])
}

export async function clearFailures(client: Client, key: Buffer): Promise<void> {
  await client.query('delete from operator_failures where key = $1', [key])
}

export async function deleteForgottenFailures(client: Client, before: Date): Promise<void> {
  await client.query('delete from operator_failures where last_at < $1', [before])
}
