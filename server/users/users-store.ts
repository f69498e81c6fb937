import type { Pool, PoolClient } from 'pg'
import type { User } from '#core/user/user.ts'

type Queryable = Pool | PoolClient

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

/** The login name of a real account: an email address or a mobile number. */
export type LoginHandle =
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
  /** Code of the language of messages. */
  readonly language: string
  readonly createdAtMs: number
}

export async function readUser(db: Queryable, id: number): Promise<User | undefined> {
  const { rows } = await db.query<UserRow>(`select ${columns} from users where id = $1`, [id])
  return rows[0] && toUser(rows[0])
}

export async function readUserByUid(db: Queryable, uid: string): Promise<User | undefined> {
  const { rows } = await db.query<UserRow>(`select ${columns} from users where uid = $1`, [uid])
  return rows[0] && toUser(rows[0])
}

export type UserWithPassword = { readonly user: User; readonly passwordHash: string }

export async function findUser(db: Queryable, handle: LoginHandle): Promise<UserWithPassword | undefined> {
  const column = handle.channel === 'email' ? 'email' : 'mobile_full'
  const { rows } = await db.query<UserRow & { readonly password_hash: string }>(
    `select ${columns}, password_hash from users where ${column} = $1`,
    [handle.value],
  )
  return rows[0] && { user: toUser(rows[0]), passwordHash: rows[0].password_hash }
}

export async function readPasswordHash(db: Queryable, id: number): Promise<string | undefined> {
  const { rows } = await db.query<{ password_hash: string | null }>(
    'select password_hash from users where id = $1',
    [id],
  )
  return rows[0]?.password_hash ?? undefined
}

/** Reads the hash and locks the row, so that a concurrent password change finishes first. */
export async function lockPasswordHash(client: PoolClient, id: number): Promise<string | undefined> {
  const { rows } = await client.query<{ password_hash: string | null }>(
    'select password_hash from users where id = $1 for no key update',
    [id],
  )
  return rows[0]?.password_hash ?? undefined
}

/** Serializes logins of one user, so that each sees the current number of sessions. */
export async function lockUser(client: PoolClient, userId: number): Promise<void> {
  await client.query('select 1 from users where id = $1 for no key update', [userId])
}

export async function findInviter(db: Queryable, inviteCode: string): Promise<number | undefined> {
  const { rows } = await db.query<{ id: number }>('select id from users where invite_code = $1', [inviteCode])
  return rows[0]?.id
}

/** Undefined if the uid, contact or invite code is already taken. */
export async function insertUser(db: Queryable, user: NewUser): Promise<User | undefined> {
  const { rows } = await db.query<UserRow>(
    `insert into users (uid, is_demo, email, area_id, mobile, mobile_full, password_hash, invite_code, invited_by, created_at,
       language)
     values ($1, false, $2, $3, $4, $5, $6, $7, $8, $9, $10)
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
      user.language,
    ],
  )
  return rows[0] && toUser(rows[0])
}

export async function findDemoUser(db: Queryable, demoKey: Uint8Array): Promise<User | undefined> {
  const { rows } = await db.query<UserRow>(`select ${columns} from users where demo_key = $1`, [demoKey])
  return rows[0] && toUser(rows[0])
}

/** Locks the demo user against a revocation of the demo id. False if it was revoked meanwhile. */
export async function lockDemoUser(client: PoolClient, id: number, demoKey: Uint8Array): Promise<boolean> {
  const { rowCount } = await client.query(
    'select 1 from users where id = $1 and demo_key = $2 for no key update',
    [id, demoKey],
  )
  return rowCount === 1
}

export type NewDemoUser = {
  readonly uid: string
  readonly demoKey: Uint8Array
  readonly language: string
  readonly createdAtMs: number
}

/** Undefined if the hashed demo id or the uid is already taken. */
export async function insertDemoUser(db: Queryable, demo: NewDemoUser): Promise<User | undefined> {
  const { rows } = await db.query<UserRow>(
    `insert into users (uid, is_demo, demo_key, created_at, language) values ($1, true, $2, $3, $4)
     on conflict do nothing returning ${columns}`,
    [demo.uid, demo.demoKey, new Date(demo.createdAtMs), demo.language],
  )
  return rows[0] && toUser(rows[0])
}

export async function writePassword(
  db: Queryable,
  id: number,
  passwordHash: string,
  changedAt: Date,
): Promise<void> {
  await db.query(
    'update users set password_hash = $2, password_changed_at = $3 where id = $1 and not is_demo',
    [id, passwordHash, changedAt],
  )
}

/** Writes only if the language differs. */
export async function writeLanguage(db: Queryable, id: number, language: string): Promise<void> {
  await db.query('update users set language = $2 where id = $1 and language is distinct from $2', [
    id,
    language,
  ])
}

export type StoredContact = {
  readonly email: string | undefined
  readonly mobileFull: string | undefined
  /** Undefined for a user from before languages were stored. */
  readonly language: string | undefined
}

/** Undefined for a demo user: it has no contact. */
export async function readContact(db: Queryable, id: number): Promise<StoredContact | undefined> {
  return (await readContacts(db, [id]))[0]
}

/** Without demo users. */
export async function readContacts(
  db: Queryable,
  ids: readonly number[],
): Promise<readonly (StoredContact & { readonly id: number })[]> {
  const { rows } = await db.query<
    Pick<UserRow, 'id' | 'email' | 'mobile_full'> & { language: string | null }
  >('select id, email, mobile_full, language from users where id = any($1) and not is_demo', [ids])
  return rows.map(({ id, email, mobile_full, language }) => ({
    id,
    email: email ?? undefined,
    mobileFull: mobile_full ?? undefined,
    language: language ?? undefined,
  }))
}

export type Invited = {
  readonly email: string | undefined
  readonly mobile: string | undefined
  readonly createdAtMs: number
}

export async function readInvited(
  db: Queryable,
  by: number,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly invited: readonly Invited[]; readonly total: number }> {
  const [listed, counted] = await Promise.all([
    db.query<Pick<UserRow, 'email' | 'mobile' | 'created_at'>>(
      'select email, mobile, created_at from users where invited_by = $1 order by id desc offset $2 limit $3',
      [by, page.offset, page.limit],
    ),
    db.query<{ total: number }>('select count(*) as total from users where invited_by = $1', [by]),
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
