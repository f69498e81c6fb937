import type { Pool, PoolClient } from 'pg'
import type { PayoutTerms } from '#core/funds/payout.ts'
import { micros, rate } from '#core/money/amounts.ts'
import type {
  AccountRecord,
  FrozenAccount,
  Loaded,
  LoadSink,
  MovementRecord,
  Reloaded,
  Undone,
} from '#server/engine/engine-store.ts'
import { type CopyRow, copyRows } from '#server/engine/store/copy-store.ts'
import { copiedOrderColumns, createOrderReader } from '#server/engine/store/order-columns.ts'
import { readNewestKeys } from '#server/engine/store/outcome-store.ts'
import { inTransaction } from '#server/storage/storage.ts'

/** One chunk is read well within the statement timeout. `maxKeys` is the capacity of the idempotency cache. */
const loadBounds = { chunkRows: 50_000, maxKeys: 100_000 }

/** Reads the accounts with active orders and all else in one snapshot, chunk by chunk. */
export async function loadAll(
  pool: Pool,
  recentSince: Date,
  into: LoadSink,
  bounds = loadBounds,
): Promise<Loaded> {
  const { chunkRows, maxKeys } = bounds
  return await inTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read, read only')
    // Each chunk continues in the index where the last one ended. Without statistics the planner would scan or sort all
    // rows for every chunk instead.
    await client.query('set local enable_sort = off')
    await client.query('set local enable_seqscan = off')
    await copyAccounts(client, chunkRows, into)
    await copyActiveOrders(client, chunkRows, into)
    return {
      keys: await readNewestKeys(client, recentSince, { chunkRows, maxRows: maxKeys }),
      movements: await readMovementsSince(client, recentSince),
      frozen: await readFrozen(client, undefined),
      ...(await readNextIds(client)),
    }
  })
}

/** A statement of a reload reads far less than the timeout of the engine's pool allows. */
const reloadBounds = { users: 1000, rows: 20_000 }

/** Reads the given accounts with their active orders, and the given movements, in one snapshot. */
export async function reloadUndone(
  pool: Pool,
  { userIds, references }: Undone,
  into: LoadSink,
  bounds = reloadBounds,
): Promise<Reloaded> {
  return await inTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read, read only')
    for (let first = 0; first < userIds.length; first += bounds.users) {
      const users = userIds.slice(first, first + bounds.users).map((id) => integer('user_id', id))
      const isUndone = `user_id in (${users.join(', ')})`
      await copyRows(client, `${selectAccounts} where ${isUndone}`, (row) => into.addAccount(accountOf(row)))
      await copyActiveOrders(client, bounds.rows, into, `and ${isUndone}`)
    }
    return {
      movements: await readMovements(client, references),
      frozen: await readFrozen(client, userIds),
      ...(await readNextIds(client)),
    }
  })
}

const selectAccounts =
  'select user_id, book, cash, locked, is_warned, opened_at, version from trading_accounts'

function accountOf(row: CopyRow): AccountRecord {
  return {
    userId: row.bigint(0),
    book: row.text(1) as AccountRecord['book'],
    cash: micros(row.bigint(2)),
    locked: micros(row.bigint(3)),
    isWarned: row.boolean(4),
    openedAtMs: row.timeMs(5),
    version: row.bigint(6),
  }
}

const selectActiveOrders = `select ${copiedOrderColumns} from orders where status in ('pending', 'open')`

/** The users come from the index on active orders: other accounts, however many there are, cost nothing. */
async function copyAccounts(client: PoolClient, chunkRows: number, into: LoadSink): Promise<void> {
  let last = 0
  for (let read = chunkRows; read === chunkRows; ) {
    const query = `${selectAccounts} join (
        select distinct user_id from orders where status in ('pending', 'open')
        and user_id > ${integer('user_id', last)} order by user_id limit ${integer('limit', chunkRows)}
      ) active using (user_id) order by user_id`
    read = await copyRows(client, query, (row) => {
      const account = accountOf(row)
      last = account.userId
      into.addAccount(account)
    })
  }
}

/** Reads in the order of the index on active orders, so that nothing is sorted. */
async function copyActiveOrders(
  client: PoolClient,
  chunkRows: number,
  into: LoadSink,
  condition = '',
): Promise<void> {
  const orderOf = createOrderReader()
  let last = { userId: 0, id: 0 }
  for (let read = chunkRows; read === chunkRows; ) {
    const query = `${selectActiveOrders} ${condition}
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

/** The frozen accounts of the given users or of all. */
async function readFrozen(
  client: PoolClient,
  userIds: readonly number[] | undefined,
): Promise<readonly FrozenAccount[]> {
  const { rows } = await client.query<{ userId: number; frozenAt: Date }>(
    `select user_id as "userId", created_at as "frozenAt" from (
       select distinct on (user_id) user_id, kind, created_at from account_freezes
       where $1::bigint[] is null or user_id = any($1) order by user_id, id desc
     ) latest where kind = 'frozen' order by user_id`,
    [userIds ?? null],
  )
  return rows.map(({ userId, frozenAt }) => ({ userId, atMs: frozenAt.getTime() }))
}

type MovementRow = Pick<MovementRecord, 'reference' | 'userId' | 'kind' | 'amount' | 'state'> & {
  readonly fee: number | null
  readonly rate: number | null
  readonly currency: string | null
  readonly decimals: number | null
  readonly note: string | null
  readonly payment: string | null
  readonly reviewerId: number | null
  readonly approverId: number | null
  readonly payerId: number | null
  readonly changedAt: Date
}

const movementColumns = `reference, user_id as "userId", kind, amount, state, fee, rate, currency, decimals, note, payment,
  reviewer_id as "reviewerId", approver_id as "approverId", payer_id as "payerId", changed_at as "changedAt"`

async function readMovementsSince(client: PoolClient, since: Date): Promise<readonly MovementRecord[]> {
  const { rows } = await client.query<MovementRow>(
    `select ${movementColumns} from movements where changed_at >= $1 order by changed_at, reference`,
    [since],
  )
  return rows.map(movementOfRow)
}

async function readMovements(
  client: PoolClient,
  references: readonly string[],
): Promise<readonly MovementRecord[]> {
  if (references.length === 0) return []
  const { rows } = await client.query<MovementRow>(
    `select ${movementColumns} from movements where reference = any($1::text[])`,
    [references],
  )
  return rows.map(movementOfRow)
}

type AccountRow = Omit<AccountRecord, 'openedAtMs'> & { readonly openedAt: Date; readonly hasOrders: boolean }

export async function readAccounts(
  pool: Pool,
  userIds: readonly number[],
): Promise<readonly (AccountRecord & { readonly hasOrders: boolean })[]> {
  const { rows } = await pool.query<AccountRow>(
    `select user_id as "userId", book, cash, locked, is_warned as "isWarned", opened_at as "openedAt", version,
       exists (
         select from orders where orders.user_id = known.user_id and status in ('pending', 'open')
       ) as "hasOrders"
     from trading_accounts known where user_id = any($1::bigint[])`,
    [userIds],
  )
  return rows.map(({ openedAt, cash, locked, ...row }) => ({
    ...row,
    cash: micros(cash),
    locked: micros(locked),
    openedAtMs: openedAt.getTime(),
  }))
}

export async function readMovement(pool: Pool, reference: string): Promise<MovementRecord | undefined> {
  const { rows } = await pool.query<MovementRow>(
    `select ${movementColumns} from movements where reference = $1`,
    [reference],
  )
  return rows.map(movementOfRow)[0]
}

/** A column without a value is an absent field. */
function movementOfRow(row: MovementRow): MovementRecord {
  const { reference, userId, kind, amount, state, note, payment, reviewerId, approverId, payerId } = row
  const terms = termsOfRow(row)
  return {
    reference,
    userId,
    kind,
    amount: micros(amount),
    state,
    ...(terms === undefined ? {} : { terms }),
    ...(note === null ? {} : { note }),
    ...(payment === null ? {} : { payment }),
    ...(reviewerId === null ? {} : { reviewerId }),
    ...(approverId === null ? {} : { approverId }),
    ...(payerId === null ? {} : { payerId }),
    atMs: row.changedAt.getTime(),
  }
}

function termsOfRow({ currency, decimals, fee, rate: perDollar }: MovementRow): PayoutTerms | undefined {
  if (currency === null || decimals === null || fee === null || perDollar === null) return undefined
  return { currency, decimals, fee: micros(fee), rate: rate(perDollar) }
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
