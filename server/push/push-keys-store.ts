import type { Pool } from 'pg'

export type StoredPushKeys = { readonly publicKey: string; readonly privateKey: Buffer }

/** Does nothing if there is a pair. Of two processes that begin together, the first wins. */
export async function insertPushKeys(pool: Pool, keys: StoredPushKeys, nowMs: number): Promise<void> {
  await pool.query(
    `insert into push_keys (public_key, private_key, created_at) values ($1, $2, $3)
     on conflict (is_only) do nothing`,
    [keys.publicKey, keys.privateKey, new Date(nowMs)],
  )
}

export async function readPushKeys(pool: Pool): Promise<StoredPushKeys | undefined> {
  const { rows } = await pool.query<StoredPushKeys>(
    'select public_key as "publicKey", private_key as "privateKey" from push_keys',
  )
  return rows[0]
}
