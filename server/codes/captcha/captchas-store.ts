import type { Pool } from 'pg'

export type StoredCaptcha = { readonly id: string; readonly hash: Uint8Array; readonly expiresAtMs: number }

export async function storeCaptcha(pool: Pool, { id, hash, expiresAtMs }: StoredCaptcha): Promise<void> {
  await pool.query('insert into captchas (id, answer_hash, expires_at) values ($1, $2, $3)', [
    id,
    hash,
    new Date(expiresAtMs),
  ])
}

/** Deletes the captcha, so that it allows only one attempt. Undefined if it is missing or expired. */
export async function consumeCaptcha(pool: Pool, id: string, nowMs: number): Promise<Buffer | undefined> {
  const { rows } = await pool.query<{ answer_hash: Buffer; is_valid: boolean }>(
    'delete from captchas where id = $1 returning answer_hash, expires_at > $2 as is_valid',
    [id, new Date(nowMs)],
  )
  const [row] = rows
  return row?.is_valid === true ? row.answer_hash : undefined
}

export async function deleteExpiredCaptchas(pool: Pool, nowMs: number): Promise<void> {
  await pool.query('delete from captchas where expires_at <= $1', [new Date(nowMs)])
}
