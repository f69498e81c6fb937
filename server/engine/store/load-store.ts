import type { Pool, PoolClient } from 'pg'
import { micros } from '#core/money/amounts.ts'
import type { AccountRecord, Loaded, LoadSink, MovementRecord } from '#server/engine/engine-store.ts'
import { copyRows } from '#server/engine/store/copy-store.ts'
import { copiedOrderColumns, createOrderReader } from '#server/engine/store/order-columns.ts'
import { readNewestKeys } from '#server/engine/store/outcome-store.ts'
import { inTransaction } from '#server/storage/storage.ts'

/** One chunk is read well within the statement timeout. `maxKeys` is the capacity of the idempotency cache. */
const loadBounds = { chunkRows: 50_000, maxKeys: 100_000 }

/** Reads all state in one snapshot, chunk by chunk. */
export async function loadAll(
  pool: Pool,
  recentSince: Date,
  into: LoadSink,
  bounds = loadBounds,
): Promise<Loaded> {
  const { chunkRows, maxKeys } = bounds
  return await inTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read, read only')
    // Each chunk continues in the index where the last one ended. Without statistics the planner would sort all rows
    // for every chunk instead.
    await client.query('set local enable_sort = off')
    await copyAccounts(client, chunkRows, into)
    await copyActiveOrders(client, chunkRows, into)
    return {
      keys: await readNewestKeys(client, recentSince, { chunkRows, maxRows: maxKeys }),
      movements: await readMovementsSince(client, recentSince),
      ...(await readNextIds(client)),
    }
  })
}

async function copyAccounts(client: PoolClient, chunkRows: number, into: LoadSink): Promise<void> {
  let last = 0
  for (let read = chunkRows; read === chunkRows; ) {
    const query = `select user_id, book, cash, locked, is_warned, opened_at from trading_accounts
      where user_id > ${integer('user_id', last)} order by user_id limit ${integer('limit', chunkRows)}`
    read = await copyRows(client, query, (row) => {
      last = row.bigint(0)
      into.addAccount({
        userId: last,
        book: row.text(1) as AccountRecord['book'],
        cash: micros(row.bigint(2)),
        locked: micros(row.bigint(3)),
        isWarned: row.boolean(4),
        openedAtMs: row.timeMs(5),
      })
    })
  }
}

/** Reads in the order of the index on active orders, so that nothing is sorted. */
async function copyActiveOrders(client: PoolClient, chunkRows: number, into: LoadSink): Promise<void> {
  const orderOf = createOrderReader()
  let last = { userId: 0, id: 0 }
  for (let read = chunkRows; read === chunkRows; ) {
    const query = `select ${copiedOrderColumns} from orders where status in ('pending', 'open')
      and (user_id, id) > (${integer('user_id', last.userId)}, ${integer('id', last.id)})
      order by user_id, id limit ${integer('limit', chunkRows)}`
    read = await copyRows(client, query, (row) => {
      const order = orderOf(row)
      last = order
      into.addOrder(order)
    })
  }
}

/** Only integers are inserted into the text of a statement. `name` is the column or clause that the integer is for. */
function integer(name: string, value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${name}: ${value} is not a safe integer`)
  return value.toString()
}

async function readNextIds(client: PoolClient): Promise<Pick<Loaded, 'nextOrderId' | 'nextTransferId'>> {
  const { rows } = await client.query<{ nextOrderId: number; nextTransferId: number }>(
    `select (select coalesce(max(id), 0) + 1 from orders) as "nextOrderId",
            (select coalesce(max(id), 0) + 1 from transfers) as "nextTransferId"`,
  )
  return rows[0] ?? { nextOrderId: 1, nextTransferId: 1 }
}

type MovementRow = Omit<MovementRecord, 'atMs'> & { readonly changedAt: Date }

const movementColumns = 'reference, user_id as "userId", kind, amount, state, changed_at as "changedAt"'

async function readMovementsSince(client: PoolClient, since: Date): Promise<readonly MovementRecord[]> {
  const { rows } = await client.query<MovementRow>(
    `select ${movementColumns} from movements where changed_at >= $1 order by changed_at, reference`,
    [since],
  )
  return rows.map(movementOfRow)
}

export async function readMovement(pool: Pool, reference: string): Promise<MovementRecord | undefined> {
  const { rows } = await pool.query<MovementRow>(
    `select ${movementColumns} from movements where reference = $1`,
    [reference],
  )
  return rows.map(movementOfRow)[0]
}

function movementOfRow({ changedAt, ...row }: MovementRow): MovementRecord {
  return { ...row, amount: micros(row.amount), atMs: changedAt.getTime() }
}

export async function readOwnedOrderIds(
  pool: Pool,
  userId: number,
  orderIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await pool.query<{ id: number }>(
    'select id from orders where id = any($1::bigint[]) and user_id = $2',
    [orderIds.filter(Number.isSafeInteger), userId],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Reads the table of the users module, which the engine never writes. */
export async function readUsersWithoutAccount(
  pool: Pool,
  afterId: number,
  limit: number,
): Promise<readonly { readonly userId: number; readonly isDemo: boolean }[]> {
  const { rows } = await pool.query<{ userId: number; isDemo: boolean }>(
    `select id as "userId", is_demo as "isDemo" from users
     where id > $1 and not exists (select from trading_accounts where user_id = users.id)
     order by id limit $2`,
    [afterId, limit],
  )
  return rows
}
