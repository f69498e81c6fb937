// Queries of the table deposits. The status of a record comes from `movements`.
import type { Pool, PoolClient } from 'pg'
import type {
  Currency,
  DepositRecord,
  Page,
  RecordKey,
  RecordKind,
  WireOption,
} from '#server/funds/funds-types.ts'
import { pageBounds, readCount, stateColumns } from '#server/funds/records-store.ts'

const columns = `d.id, d.kind, d.currency_code as "currencyCode", d.protocol, d.decimals, d.amount, d.rate, d.credited,
  d.voucher, d.created_at as "createdAt", ${stateColumns}`
const source = `deposits d left join movements m on m.reference = 'deposit:' || d.id`

export type NewDeposit = Pick<
  DepositRecord,
  'kind' | 'amount' | 'rate' | 'credited' | 'voucher' | 'createdAt'
> &
  RecordKey & {
    readonly userId: number
    readonly currency: Pick<Currency, 'id' | 'code' | 'protocol' | 'decimals'>
    readonly address: string
    readonly wireOption: WireOption | null
    /** Deposits of the currency were off, so its rate was not kept up to date. */
    readonly isAtOldRate: boolean
  }

export async function insertDeposit(client: PoolClient, deposit: NewDeposit): Promise<void> {
  const { currency } = deposit
  await client.query(
    `insert into deposits (user_id, key, fingerprint, kind, currency_id, currency_code, protocol, decimals, amount, rate,
       credited, address, wire_option, voucher, created_at, is_at_old_rate)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      deposit.userId,
      deposit.key,
      deposit.fingerprint,
      deposit.kind,
      currency.id,
      currency.code,
      currency.protocol,
      currency.decimals,
      deposit.amount,
      deposit.rate,
      deposit.credited,
      deposit.address,
      deposit.wireOption,
      deposit.voucher,
      deposit.createdAt,
      deposit.isAtOldRate,
    ],
  )
}

type Keyed<Row> = { readonly record: Row; readonly fingerprint: string }

export async function readDepositByKey(
  client: Pool | PoolClient,
  userId: number,
  key: string,
): Promise<Keyed<DepositRecord> | undefined> {
  const { rows } = await client.query<DepositRecord & { readonly fingerprint: string }>(
    `select ${columns}, d.fingerprint from ${source} where d.user_id = $1 and d.key = $2`,
    [userId, key],
  )
  const [row] = rows
  if (row === undefined) return undefined
  const { fingerprint, ...record } = row
  return { record, fingerprint }
}

/** Newest first. */
export async function listDeposits(
  pool: Pool,
  userId: number,
  { kind, page }: { readonly kind: RecordKind; readonly page: number },
): Promise<Page<DepositRecord>> {
  const { rows } = await pool.query<DepositRecord>(
    `select ${columns} from ${source} where d.user_id = $1 and d.kind = $2 order by d.id desc limit $3 offset $4`,
    [userId, kind, ...pageBounds(page)],
  )
  const counting = 'select count(*) as count from deposits where user_id = $1 and kind = $2'
  return { data: rows, total: await readCount(pool, counting, [userId, kind]) }
}

export async function countUndecidedDeposits(client: PoolClient, userId: number): Promise<number> {
  const counting = `select count(*) as count from ${source} where d.user_id = $1 and m.reference is null`
  return await readCount(client, counting, [userId])
}
