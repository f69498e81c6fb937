import type { TestDatabase } from '#test/database.ts'

/** Lists the balances of users and of the house that are not the sum of their transfers. */
export async function wrongBalances({ query }: TestDatabase): Promise<readonly string[]> {
  const { rows } = await query<{ wrong: string }>(
    `with sides as (
       select user_id, book, destination as account, amount::numeric from transfers
       union all
       select user_id, book, source, -amount::numeric from transfers
     ), users as (
       select user_id, sum(amount) filter (where account = 'cash') as cash,
         sum(amount) filter (where account = 'locked') as locked
       from sides group by user_id
     ), house as (
       select book, account, sum(amount) as balance from sides
       where account not in ('cash', 'locked') group by book, account
     )
     select 'user ' || a.user_id as wrong from trading_accounts a left join users using (user_id)
     where a.cash <> coalesce(users.cash, 0) or a.locked <> coalesce(users.locked, 0)
     union all
     select 'house ' || book || ' ' || account from house full join house_balances h using (book, account)
     where coalesce(house.balance, 0) is distinct from h.balance
     union all
     select 'book ' || book from sides group by book having sum(amount) <> 0`,
  )
  return rows.map(({ wrong }) => wrong)
}

/** Lists the users whose stored totals disagree with their orders and transfers. */
export async function wrongTotals({ query }: TestDatabase): Promise<readonly string[]> {
  const { rows } = await query<{ wrong: string }>(
    `select 'user ' || user_id as wrong from trading_accounts a
     where (a.ended_orders, a.realised_profit, a.cash_entries) is distinct from (
       (select count(*) from orders o where o.user_id = a.user_id and status in ('cancelled', 'closed')),
       (select coalesce(sum(profit), 0) from orders o where o.user_id = a.user_id),
       (select count(*) from transfers t where t.user_id = a.user_id and 'cash' in (source, destination))
     )`,
  )
  return rows.map(({ wrong }) => wrong)
}

/** Number of rows in each table of the engine, to check that nothing was written. */
export async function countRows({ query }: TestDatabase): Promise<Readonly<Record<string, number>>> {
  const counts = tables.map((table) => `(select count(*)::integer from ${table}) as ${table}`)
  const { rows } = await query<Record<string, number>>(`select ${counts.join(', ')}`)
  return rows[0] ?? {}
}

const tables = [
  'journal',
  'trading_accounts',
  'orders',
  'transfers',
  'movements',
  'margin_notices',
  'command_outcomes',
]
