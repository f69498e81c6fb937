// Baseline for the load at a start: reads rows in chunks with the PostgreSQL driver, and keeps one object per order.
// Reports time and memory.
import { memoryOf } from '#bench/measuring/process-usage.ts'
import type { Order } from '#core/order/order.ts'
import { type OrderRow, orderColumns, orderOfRow } from '#server/engine/store/order-columns.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { createAppPool } from '#server/storage/connection-pool.ts'
import { runningServerLogins } from '#server/storage/embedded/running-postgres.ts'

export type BaselineLoad = {
  readonly seconds: number
  readonly orders: number
  readonly residentBytes: number
  readonly peakBytes: number
}

type AccountRow = { readonly user_id: number; readonly cash: number; readonly opened_at: Date }
type Account = AccountRow & { readonly orders: Map<number, Order> }

const chunkRows = 20_000

const [dataDir = ''] = process.argv.slice(2)
const { app } = await runningServerLogins(dataDir, systemClock)
const pool = createAppPool(app, createLog('error'))
const fromMs = performance.now()
const accounts = new Map<number, Account>()
const client = await pool.connect()
await client.query('begin isolation level repeatable read, read only')
await client.query('set local enable_sort = off')
await readAccounts()
const orders = await readOrders()
await client.query('commit')
const load: BaselineLoad = { seconds: (performance.now() - fromMs) / 1000, orders, ...memoryOf(process.pid) }
client.release()
await pool.end()
process.send?.(load)

async function readAccounts(): Promise<void> {
  for (let [read, last] = [chunkRows, 0]; read === chunkRows; ) {
    const { rows } = await client.query<AccountRow>(
      'select * from trading_accounts where user_id > $1 order by user_id limit $2',
      [last, chunkRows],
    )
    for (const row of rows) accounts.set(row.user_id, { ...row, orders: new Map() })
    last = rows.at(-1)?.user_id ?? last
    read = rows.length
  }
}

async function readOrders(): Promise<number> {
  let count = 0
  for (let [read, user, id] = [chunkRows, 0, 0]; read === chunkRows; ) {
    const { rows } = await client.query<OrderRow>(
      `select ${orderColumns} from orders
       where status in ('pending', 'open') and (user_id, id) > ($1, $2) order by user_id, id limit $3`,
      [user, id, chunkRows],
    )
    for (const row of rows) accounts.get(row.user_id)?.orders.set(row.id, orderOfRow(row))
    user = rows.at(-1)?.user_id ?? user
    id = rows.at(-1)?.id ?? id
    read = rows.length
    count += read
  }
  return count
}
