import type { Pool, PoolClient } from 'pg'
import type { User } from '#core/account/user.ts'

type Session = Pool | PoolClient

type UserRow = {
  readonly id: number
  readonly uid: string
  readonly is_demo: boolean
  readonly email: string | null
  readonly area_id: number | null
  readonly mobile: string | null
  readonly mobile_full: string | null
  readonly invite_code: string | null
  readonly created_at: Date
}

const columns = 'id, uid, is_demo, email, area_id, mobile, mobile_full, invite_code, created_at'

/** What a real account is named by: exactly one of the two. */
export type Handle =
  | { readonly channel: 'email'; readonly value: string }
  | { readonly channel: 'mobile'; readonly value: string }

export type NewUser = {
  readonly uid: string
  readonly email: string | undefined
  readonly areaId: number | undefined
  readonly mobile: string | undefined
  readonly mobileFull: string | undefined
  readonly passwordHash: string
  readonly inviteCode: string
  readonly invitedBy: number | undefined
  readonly createdAtMs: number
}

export async function readUser(session: Session, id: number): Promise<User | undefined> {
  const { rows } = await session.query<UserRow>(`select ${columns} from users where id = $1`, [id])
  return rows[0] && toUser(rows[0])
}

export type UserWithPassword = { readonly user: User; readonly passwordHash: string }

export async function findUser(session: Session, handle: Handle): Promise<UserWithPassword | undefined> {
  const column = handle.channel === 'email' ? 'email' : 'mobile_full'
  const { rows } = await session.query<UserRow & { readonly password_hash: string }>(
    `select ${columns}, password_hash from users where ${column} = $1`,
    [handle.value],
  )
  return rows[0] && { user: toUser(rows[0]), passwordHash: rows[0].password_hash }
}

export async function readPasswordHash(session: Session, id: number): Promise<string | undefined> {
  const { rows } = await session.query<{ password_hash: string | null }>(
    'select password_hash from users where id = $1',
    [id],
  )
  return rows[0]?.password_hash ?? undefined
}

/** The same, held until the transaction ends: a password that is being changed is waited for. */
export async function holdPasswordHash(client: PoolClient, id: number): Promise<string | undefined> {
  const { rows } = await client.query<{ password_hash: string | null }>(
    'select password_hash from users where id = $1 for no key update',
    [id],
  )
  return rows[0]?.password_hash ?? undefined
}

export async function findInviter(session: Session, inviteCode: string): Promise<number | undefined> {
  const { rows } = await session.query<{ id: number }>('select id from users where invite_code = $1', [
    inviteCode,
  ])
  return rows[0]?.id
}

/** Undefined when something of it that must be unique is taken. */
export async function insertUser(session: Session, user: NewUser): Promise<User | undefined> {
  const { rows } = await session.query<UserRow>(
    `insert into users (uid, is_demo, email, area_id, mobile, mobile_full, password_hash, invite_code, invited_by, created_at)
     values ($1, false, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict do nothing returning ${columns}`,
    [
      user.uid,
      user.email,
      user.areaId,
      user.mobile,
      user.mobileFull,
      user.passwordHash,
      user.inviteCode,
      user.invitedBy,
      new Date(user.createdAtMs),
    ],
  )
  return rows[0] && toUser(rows[0])
}

export async function findDemoUser(session: Session, demoKey: Uint8Array): Promise<User | undefined> {
  const { rows } = await session.query<UserRow>(`select ${columns} from users where demo_key = $1`, [demoKey])
  return rows[0] && toUser(rows[0])
}

export type NewDemoUser = { readonly uid: string; readonly demoKey: Uint8Array; readonly createdAtMs: number }

/** Undefined when its key or its uid is taken. */
export async function insertDemoUser(session: Session, demo: NewDemoUser): Promise<User | undefined> {
  const { rows } = await session.query<UserRow>(
    `insert into users (uid, is_demo, demo_key, created_at) values ($1, true, $2, $3)
     on conflict do nothing returning ${columns}`,
    [demo.uid, demo.demoKey, new Date(demo.createdAtMs)],
  )
  return rows[0] && toUser(rows[0])
}

export async function writePassword(session: Session, id: number, passwordHash: string): Promise<void> {
  await session.query('update users set password_hash = $2 where id = $1 and not is_demo', [id, passwordHash])
}

export type Invited = {
  readonly email: string | undefined
  readonly mobile: string | undefined
  readonly createdAtMs: number
}

export async function readInvited(
  session: Session,
  by: number,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly invited: readonly Invited[]; readonly total: number }> {
  const [listed, counted] = await Promise.all([
    session.query<Pick<UserRow, 'email' | 'mobile' | 'created_at'>>(
      'select email, mobile, created_at from users where invited_by = $1 order by id desc offset $2 limit $3',
      [by, page.offset, page.limit],
    ),
    session.query<{ total: number }>('select count(*) as total from users where invited_by = $1', [by]),
  ])
  const invited = listed.rows.map((row) => ({
    email: row.email ?? undefined,
    mobile: row.mobile ?? undefined,
    createdAtMs: row.created_at.getTime(),
  }))
  return { invited, total: counted.rows[0]?.total ?? 0 }
}

function toUser(row: UserRow): User {
  return {
    id: row.id,
    uid: row.uid,
    isDemo: row.is_demo,
    email: row.email ?? undefined,
    areaId: row.area_id ?? undefined,
    mobile: row.mobile ?? undefined,
    mobileFull: row.mobile_full ?? undefined,
    inviteCode: row.invite_code ?? undefined,
    createdAtMs: row.created_at.getTime(),
  }
}
