import type { TestDatabase } from '#test/database.ts'

let made = 0

/** Inserts a user with a real account. */
export async function insertUser(
  database: TestDatabase,
): Promise<{ readonly id: number; readonly uid: string }> {
  made += 1
  const uid = String(10_000_000 + made)
  const { rows } = await database.query<{ id: string }>(
    `insert into users (uid, is_demo, email, password_hash, invite_code, created_at)
     values ($1, false, $2, 'none', $3, now()) returning id`,
    [uid, `user${made}@example.com`, inviteCode(made)],
  )
  return { id: Number(rows[0]?.id), uid }
}

/** A unique invite code of eight letters. */
function inviteCode(number: number): string {
  const letters = [...number.toString(8).padStart(8, '0')]
  return letters.map((digit) => 'ABCDEFGH'[Number(digit)]).join('')
}
