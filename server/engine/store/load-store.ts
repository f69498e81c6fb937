import type { Pool, PoolClient } from 'pg'
import { micros } from '#core/money/micros.ts'
import type { Order } from '#core/order/order.ts'
import type { AccountRecord, Loaded, MovementRecord } from '#server/engine/records.ts'
import { type OrderRow, orderColumns, orderOfRow } from '#server/engine/store/order-row.ts'
import { readNewestOutcomes } from '#server/engine/store/outcome-store.ts'
import { readInChunks } from '#server/engine/store/read-in-chunks.ts'
import { inTransaction } from '#server/storage/storage.ts'

/** How much one statement reads, well within the time it has, and how many keys there is room for. */
const loadBounds = { chunkRows: 20_000, mostOutcomes: 100_000 }

/** Everything of one moment, in as many statements as it takes. */
export async function loadAll(pool: Pool, recentSince: Date, bounds = loadBounds): Promise<Loaded> {
  const { chunkRows, mostOutcomes } = bounds
  return await inTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read, read only')
    // Each chunk begins in the index where the last one ended. A database that does not know yet how much there is would
    // rather sort all of it, for every chunk anew.
    await client.query('set local enable_sort = off')
    return {
      accounts: await readInChunks({ chunkRows }, accountsAfter(client)),
      orders: await readInChunks({ chunkRows }, standingOrdersAfter(client)),
      outcomes: await readNewestOutcomes(client, recentSince, { chunkRows, mostRows: mostOutcomes }),
      movements: await readMovementsSince(client, recentSince),
      ...(await readNextIds(client)),
    }
  })
}

type AccountRow = Omit<AccountRecord, 'openedAtMs'> & { readonly openedAt: Date }

function accountsAfter(client: PoolClient) {
  return async (after: AccountRecord | undefined, limit: number): Promise<readonly AccountRecord[]> => {
    const { rows } = await client.query<AccountRow>(
      `select user_id as "userId", book, cash, locked, is_warned as "isWarned", opened_at as "openedAt"
       from trading_accounts where user_id > $1 order by user_id limit $2`,
      [after?.userId ?? 0, limit],
    )
    return rows.map(accountOfRow)
  }
}

function accountOfRow({ openedAt, ...row }: AccountRow): AccountRecord {
  return {
    ...row,
    cash: micros(row.cash),
    locked: micros(row.locked),
    openedAtMs: openedAt.getTime(),
  }
}

/** In the order of the index of those that stand. */
function standingOrdersAfter(client: PoolClient) {
  return async (after: Order | undefined, limit: number): Promise<readonly Order[]> => {
    const { rows } = await client.query<OrderRow>(
      `select ${orderColumns} from orders
       where status in ('pending', 'open') and (user_id, id) > ($1, $2) order by user_id, id limit $3`,
      [after?.userId ?? 0, after?.id ?? 0, limit],
    )
    return rows.map(orderOfRow)
  }
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

export async function isOrderOf(pool: Pool, userId: number, orderId: number): Promise<boolean> {
  if (!Number.isSafeInteger(orderId)) return false
  const { rowCount } = await pool.query('select from orders where id = $1 and user_id = $2', [
    orderId,
    userId,
  ])
  return rowCount === 1
}

/** Read from the table of the accounts room, which nothing here ever writes. */
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
