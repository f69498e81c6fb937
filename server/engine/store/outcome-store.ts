import type { Pool, PoolClient } from 'pg'
import type { AskedKey } from '#server/engine/engine-store.ts'
import type { OutcomeRecord } from '#server/engine/records.ts'

type OutcomeRow = Omit<OutcomeRecord, 'atMs'> & { readonly at: Date }

const outcomeColumns = 'user_id as "userId", key, fingerprint, outcome, at'

export async function readOutcomesSince(client: PoolClient, since: Date): Promise<readonly OutcomeRecord[]> {
  const { rows } = await client.query<OutcomeRow>(
    `select ${outcomeColumns} from command_outcomes where at >= $1 order by at, user_id, key`,
    [since],
  )
  return rows.map(outcomeOfRow)
}

/** All keys in one question, each answered at most once. */
export async function readOutcomes(
  pool: Pool,
  keys: readonly AskedKey[],
  since: Date,
): Promise<readonly OutcomeRecord[]> {
  if (keys.length === 0) return []
  const { rows } = await pool.query<OutcomeRow>(
    `select ${outcomeColumns} from command_outcomes
     where at >= $3 and (user_id, key) in (select * from unnest($1::bigint[], $2::text[]))`,
    [keys.map(({ userId }) => userId), keys.map(({ key }) => key), since],
  )
  return rows.map(outcomeOfRow)
}

function outcomeOfRow({ at, ...row }: OutcomeRow): OutcomeRecord {
  return { ...row, atMs: at.getTime() }
}

/** The oldest first, at most so many. It never waits for a batch that uses one of the keys again; that one stays. */
export async function deleteOutcomes(pool: Pool, before: Date, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from command_outcomes
     where at < $1 and (user_id, key) in (
       select user_id, key from command_outcomes where at < $1 order by at limit $2 for update skip locked
     )`,
    [before, limit],
  )
  return rowCount ?? 0
}
