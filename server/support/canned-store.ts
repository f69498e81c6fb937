// Queries of the table support_canned_answers.
import type { Pool, PoolClient } from 'pg'

export type CannedAnswer = {
  readonly id: number
  readonly language: string
  readonly title: string
  readonly text: string
  readonly revision: number
  readonly changedBy: string
  readonly changedAt: Date
}

const columns = `a.id, a.language, a.title, a.text, a.revision, o.email as "changedBy", a.changed_at as "changedAt"`
const source = 'support_canned_answers a join operators o on o.id = a.changed_by'

export async function listCanned(pool: Pool): Promise<readonly CannedAnswer[]> {
  const { rows } = await pool.query<CannedAnswer>(
    `select ${columns} from ${source} order by a.language, a.title, a.id`,
  )
  return rows
}

export async function readCanned(client: PoolClient, id: number): Promise<CannedAnswer | undefined> {
  const { rows } = await client.query<CannedAnswer>(`select ${columns} from ${source} where a.id = $1`, [id])
  return rows[0]
}

/** Answers are added one at a time, because they are counted before. */
export async function countCanned(client: PoolClient): Promise<number> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('support canned answers', 0))`)
  const { rows } = await client.query<{ count: number }>(
    'select count(*) as count from support_canned_answers',
  )
  return rows[0]?.count ?? 0
}

export type TypedCanned = {
  readonly language: string
  readonly title: string
  readonly text: string
  readonly operatorId: number
  readonly at: Date
}

export async function insertCanned(client: PoolClient, canned: TypedCanned): Promise<number> {
  const { language, title, text, operatorId, at } = canned
  const { rows } = await client.query<{ id: number }>(
    `insert into support_canned_answers (language, title, text, changed_by, changed_at)
     values ($1, $2, $3, $4, $5) returning id`,
    [language, title, text, operatorId, at],
  )
  const [row] = rows
  if (row === undefined) throw new Error('the inserted answer has no id')
  return row.id
}

/** False if it has another revision by now. */
export async function updateCanned(
  client: PoolClient,
  id: number,
  revision: number,
  canned: TypedCanned,
): Promise<boolean> {
  const { language, title, text, operatorId, at } = canned
  const { rowCount } = await client.query(
    `update support_canned_answers set language = $3, title = $4, text = $5, changed_by = $6, changed_at = $7,
       revision = revision + 1
     where id = $1 and revision = $2`,
    [id, revision, language, title, text, operatorId, at],
  )
  return rowCount === 1
}

export async function deleteCanned(client: PoolClient, id: number): Promise<boolean> {
  const { rowCount } = await client.query('delete from support_canned_answers where id = $1', [id])
  return rowCount === 1
}
