import type { Book } from '#core/ledger/transfer.ts'
import type { TestDatabase } from '#test/database.ts'

let inserted = 0

/** Inserts users without a trading account. Returns their ids in ascending order. */
export async function insertUsers(
  database: Pick<TestDatabase, 'query'>,
  count: number,
  book: Book = 'real',
): Promise<readonly number[]> {
  const numbers = Array.from({ length: count }, (_, index) => inserted + index + 1)
  inserted += count
  const { rows } = await database.query<{ id: string }>(
    `insert into users (uid, is_demo, email, password_hash, invite_code, demo_key, created_at)
     select (30000000 + n)::text, $2, case when not $2 then 'trader' || n || '@example.com' end,
            case when not $2 then 'none' end, case when not $2 then code end,
            case when $2 then sha256(n::text::bytea) end, now()
     from unnest($1::integer[], $3::text[]) as given (n, code) order by n returning id`,
    [numbers, book === 'demo', numbers.map(inviteCode)],
  )
  return rows.map(({ id }) => Number(id)).sort((one, other) => one - other)
}

export async function insertUser(
  database: Pick<TestDatabase, 'query'>,
  book: Book = 'real',
): Promise<number> {
  const [id = 0] = await insertUsers(database, 1, book)
  return id
}

/** Encodes the number in eight letters that an invite code may contain. */
function inviteCode(number: number): string {
  const letters = [...number.toString(8).padStart(8, '0')]
  return letters.map((digit) => 'JKLMNPQR'[Number(digit)]).join('')
}
