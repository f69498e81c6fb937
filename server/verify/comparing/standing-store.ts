// What stands, as the tables have it.
import type { Order } from '#core/order/order.ts'
import type { PoolClient } from '#server/storage/storage.ts'
import {
  type MovementFound,
  movementColumns,
  ms,
  type OrderFound,
  orderColumnsFound,
  orderFound,
} from '#server/verify/comparing/written-store.ts'

export type AccountFound = {
  readonly userId: number
  readonly book: string
  readonly cash: number
  readonly locked: number
  readonly isWarned: boolean
  readonly openedAtMs: number
  readonly endedOrders: number
  readonly realisedProfit: string
  readonly cashEntries: number
}

export type HouseFound = {
  readonly group: number
  readonly book: string
  readonly account: string
  readonly balance: string
}

/** Far more than there are books and accounts. */
const mostHouseRows = 1000

export async function readAccounts(
  client: PoolClient,
  afterUserId: number,
  limit: number,
): Promise<readonly AccountFound[]> {
  const { rows } = await client.query<AccountFound>(
    `select user_id as "userId", book, cash, locked, is_warned as "isWarned", ${ms('opened_at', 'openedAtMs')},
       ended_orders as "endedOrders", realised_profit::text as "realisedProfit", cash_entries as "cashEntries"
     from trading_accounts where user_id > $1 order by user_id limit $2`,
    [afterUserId, limit],
  )
  return rows
}

/** In the order of the index of those that stand. */
export async function readStandingOrders(
  client: PoolClient,
  after: Pick<Order, 'userId' | 'id'>,
  limit: number,
): Promise<readonly Order[]> {
  const { rows } = await client.query<OrderFound>(
    `select ${orderColumnsFound} from orders
     where status in ('pending', 'open') and (user_id, id) > ($1, $2) order by user_id, id limit $3`,
    [after.userId, after.id, limit],
  )
  return rows.map(orderFound)
}

export async function readAllMovements(
  client: PoolClient,
  afterReference: string,
  limit: number,
): Promise<readonly MovementFound[]> {
  const { rows } = await client.query<MovementFound>(
    `select ${movementColumns} from movements where reference > $1 order by reference limit $2`,
    [afterReference, limit],
  )
  return rows
}

export async function readHouse(client: PoolClient): Promise<readonly HouseFound[]> {
  const { rows } = await client.query<HouseFound>(
    `select shard_group as "group", book, account, balance::text as balance from house_balances
     order by shard_group, book, account limit $1`,
    [mostHouseRows],
  )
  return rows
}

/** All accounts are in one group as yet. */
export async function readStrayGroups(client: PoolClient): Promise<readonly number[]> {
  const { rows } = await client.query<{ group: number }>(
    'select shard_group as "group" from engine_leases where shard_group <> 0 order by shard_group limit 20',
  )
  return rows.map(({ group }) => group)
}

/** Those whose numbers were never given out. Two ranges, each from the end of an index. */
export async function readStrayIds(
  client: PoolClient,
  table: 'orders' | 'transfers',
  nextId: number,
): Promise<readonly number[]> {
  const { rows } = await client.query<{ id: number }>(
    `(select id from ${table} where id >= $1 order by id limit 20)
     union all (select id from ${table} where id < 1 order by id limit 20)`,
    [nextId],
  )
  return rows.map(({ id }) => id)
}
