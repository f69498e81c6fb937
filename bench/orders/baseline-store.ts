// Writes each order to the same tables as the engine, in one transaction or one statement.
import { Client, Pool, type PoolClient } from 'pg'
import { type Micros, micros } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import { createOrderJson } from '#server/engine/journal/order-json.ts'
import { orderColumnList, orderColumns } from '#server/engine/store/order-columns.ts'
import { loginConfig } from '#server/storage/connection-pool.ts'
import { urlAddress } from '#server/storage/database-connection.ts'

export type BaselineAccount = { readonly cash: Micros; readonly usedMargin: Micros }

/** An order, and all other values that are written with it. */
export type PlacedOrder = {
  readonly order: Order
  readonly transferId: number
  readonly key: string
  readonly fingerprint: string
  readonly outcome: string
  readonly at: Date
}

const orderParameters = orderColumnList.map((_, index) => `$${index + 1}`).join(', ')
function orderValues(order: Order) {
  const json = createOrderJson()
  return orderColumnList.map(([, , value]) => value(order, json))
}
/** The placeholder of an order column. The order's columns are the first parameters; all other values follow. */
const at = (column: string) => `$${orderColumnList.findIndex(([name]) => name === column) + 1}`
const after = (count: number) => `$${orderColumnList.length + count}`

/** Gives every user an account with cash, and a column for its used margin. */
export async function prepareBaseline(url: string): Promise<void> {
  const owner = new Client({ connectionString: url })
  await owner.connect()
  try {
    await owner.query('alter table trading_accounts add used_margin bigint not null default 0')
    await owner.query('grant update (used_margin) on trading_accounts to openlot_engine')
    await owner.query(
      `insert into trading_accounts (user_id, book, cash, locked, opened_at, ended_orders, realised_profit, cash_entries)
       select id, 'demo', 100000000000, 0, now(), 0, 0, 1 from users`,
    )
    await owner.query('analyze')
  } finally {
    await owner.end()
  }
}

export function openPool(url: string, max: number): Pool {
  const pool = new Pool({ ...loginConfig(urlAddress(url)), max })
  pool.on('error', (fault) => console.error(fault))
  return pool
}

export async function lockAccount(client: PoolClient, userId: number): Promise<BaselineAccount> {
  const { rows } = await client.query<{ cash: number; used_margin: number }>({
    name: 'lock_account',
    text: 'select cash, used_margin from trading_accounts where user_id = $1 for update',
    values: [userId],
  })
  const [row] = rows
  if (row === undefined) throw new Error(`user ${userId} has no account`)
  return { cash: micros(row.cash), usedMargin: micros(row.used_margin) }
}

/** Returns false if the idempotency key was used before. */
export async function insertOutcome(client: PoolClient, placed: PlacedOrder): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'keep_outcome',
    text: `insert into command_outcomes (user_id, key, fingerprint, outcome, at) values ($1, $2, $3, $4, $5)
           on conflict do nothing`,
    values: [placed.order.userId, placed.key, placed.fingerprint, placed.outcome, placed.at],
  })
  return rowCount === 1
}

export async function insertOrder(client: PoolClient, order: Order): Promise<void> {
  await client.query({
    name: 'insert_order',
    text: `insert into orders (${orderColumns}) values (${orderParameters})`,
    values: orderValues(order),
  })
}

export async function insertFee(client: PoolClient, { order, transferId, at }: PlacedOrder): Promise<void> {
  await client.query({
    name: 'insert_fee',
    text: `insert into transfers (id, user_id, book, source, destination, amount, type, reference, order_id, seq, created_at)
           values ($1, $2, 'demo', 'cash', 'fees', $3, 'fee', $4, $5, 0, $6)`,
    values: [transferId, order.userId, order.fee, `order:${order.id}`, order.id, at],
  })
}

export async function updateAccount(
  client: PoolClient,
  userId: number,
  account: BaselineAccount,
): Promise<void> {
  await client.query({
    name: 'update_account',
    text: `update trading_accounts set cash = $2, used_margin = $3, cash_entries = cash_entries + 1 where user_id = $1`,
    values: [userId, account.cash, account.usedMargin],
  })
}

const allInOne = `
with paid as (
  update trading_accounts
  set cash = cash - ${at('fee')}::bigint, used_margin = used_margin + ${at('margin')}::bigint, cash_entries = cash_entries + 1
  where user_id = ${at('user_id')} and cash - used_margin >= ${at('margin')}::bigint + ${at('fee')}::bigint
    and not exists (select from command_outcomes where user_id = ${at('user_id')} and key = ${after(1)})
  returning user_id
), placed as (
  insert into orders (${orderColumns})
  select ${orderColumnList.map(([name, type]) => `${at(name)}::${type}`).join(', ')} from paid
), moved as (
  insert into transfers (id, user_id, book, source, destination, amount, type, reference, order_id, seq, created_at)
  select ${after(4)}::bigint, user_id, 'demo', 'cash', 'fees', ${at('fee')}::bigint, 'fee', 'order:' || ${at('id')}::text, ${at('id')}::bigint, 0,
    ${after(5)}::timestamptz from paid
), kept as (
  insert into command_outcomes (user_id, key, fingerprint, outcome, at)
  select user_id, ${after(1)}, ${after(2)}, ${after(3)}::json, ${after(5)}::timestamptz from paid
)
select count(*)::integer as placed from paid`

/** Writes all rows of an order in one statement. Returns false if the balance is too low or the key was used before. */
export async function placeInOneStatement(pool: Pool, placed: PlacedOrder): Promise<boolean> {
  const { order, key, fingerprint, outcome, transferId, at } = placed
  const { rows } = await pool.query<{ placed: number }>({
    name: 'place_at_once',
    text: allInOne,
    values: [...orderValues(order), key, fingerprint, outcome, transferId, at],
  })
  return rows[0]?.placed === 1
}

export async function findSessionUser(pool: Pool, tokenHash: Buffer): Promise<number | undefined> {
  const { rows } = await pool.query<{ user_id: number }>({
    name: 'find_session',
    text: `select s.user_id, u.is_demo from sessions s join users u on u.id = s.user_id
           where s.token_hash = $1 and s.ended_at is null and s.expires_at > now()`,
    values: [tokenHash],
  })
  return rows[0]?.user_id
}
