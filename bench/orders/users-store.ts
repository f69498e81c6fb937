// Inserts users directly, because ten thousand logins would take minutes.
import { hashToken } from '#server/platform/tokens.ts'
import { withOwner } from '#test/database.ts'

const insertStatement = `
with given as (
  select * from unnest($1::bytea[], $2::bytea[]) with ordinality as given (demo_key, token_hash, number)
), new_users as (
  insert into users (uid, is_demo, demo_key, created_at)
  select (10000000 + number)::text, true, demo_key, now() from given order by number
  returning id, demo_key
)
insert into sessions (user_id, token_hash, address, device, created_at, last_seen_at, expires_at)
select id, token_hash, '127.0.0.1', 'bench', now(), now(), now() + interval '30 days'
from new_users join given using (demo_key)`

/** Inserts one demo user with a session for each token. */
export async function insertUsers(url: string, tokens: readonly string[]): Promise<void> {
  const hashes = tokens.map(hashToken)
  await withOwner(url, async (owner) => {
    await owner.query(insertStatement, [hashes, hashes])
    // Gives PostgreSQL statistics, as a database in use has.
    await owner.query('analyze')
  })
}

export async function countOrders(
  url: string,
): Promise<{ readonly orders: number; readonly outcomes: number }> {
  return await withOwner(url, async (owner) => {
    const { rows } = await owner.query<{ orders: number; outcomes: number }>(
      'select (select count(*) from orders)::integer as orders, (select count(*) from command_outcomes)::integer as outcomes',
    )
    return rows[0] ?? { orders: 0, outcomes: 0 }
  })
}

export async function countOpenOrders(url: string, marketId: number): Promise<number> {
  return await withOwner(url, async (owner) => {
    const { rows } = await owner.query<{ open: number }>(
      "select count(*)::integer as open from orders where market_id = $1 and status = 'open'",
      [marketId],
    )
    return rows[0]?.open ?? 0
  })
}

export async function createDatabase(url: string, name: string): Promise<void> {
  await withOwner(url, (owner) => owner.query(`create database ${name}`))
}

/** PostgreSQL's durability settings. */
export async function readDurability(url: string): Promise<string> {
  return await withOwner(url, async (owner) => {
    const { rows } = await owner.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings
       where name in ('fsync', 'synchronous_commit', 'full_page_writes') order by name`,
    )
    return rows.map(({ name, setting }) => `${name} ${setting}`).join(', ')
  })
}
