import type { Pool, PoolClient } from 'pg'

export type Login = {
  readonly userId: number
  readonly succeeded: boolean
  readonly address: string
  readonly device: string
  readonly atMs: number
}

export async function insertLogin(db: Pool | PoolClient, login: Login): Promise<void> {
  await db.query(
    'insert into logins (user_id, succeeded, address, device, created_at) values ($1, $2, $3, $4, $5)',
    [login.userId, login.succeeded, login.address, login.device, new Date(login.atMs)],
  )
}

/** Bounds the count query for accounts with many logins. */
const maxCounted = 1000

export async function readLogins(
  pool: Pool,
  userId: number,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly logins: readonly Omit<Login, 'userId'>[]; readonly total: number }> {
  const [listed, counted] = await Promise.all([
    pool.query<{ succeeded: boolean; address: string; device: string; created_at: Date }>(
      `select succeeded, address, device, created_at from logins where user_id = $1
       order by id desc offset $2 limit $3`,
      [userId, page.offset, page.limit],
    ),
    pool.query<{ total: number }>(
      'select count(*) as total from (select 1 from logins where user_id = $1 limit $2) newest',
      [userId, maxCounted],
    ),
  ])
  const logins = listed.rows.map(({ created_at, ...row }) => ({ ...row, atMs: created_at.getTime() }))
  return { logins, total: counted.rows[0]?.total ?? 0 }
}

export async function deleteLogins(pool: Pool, beforeMs: number, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    'delete from logins where id in (select id from logins where created_at < $1 order by created_at limit $2)',
    [new Date(beforeMs), limit],
  )
  return rowCount ?? 0
}
