import type { PoolClient } from 'pg'
import { formatDecimal } from '#core/money/decimal.ts'

/** What a message about a movement says of its record. */
export type RecordDescription = {
  readonly currency: string
  /** In the currency, exact. */
  readonly amount: string
  /** Coin address or account number, not masked. */
  readonly destination: string
}

type Row = {
  readonly currency: string
  readonly amount: number
  readonly decimals: number
  readonly destination: string
}

/** The record with this reference; undefined if there is none, as for an adjustment. */
export async function describeRecord(
  client: PoolClient,
  reference: string,
): Promise<RecordDescription | undefined> {
  const [kind, id] = reference.split(':')
  const query = queries[kind ?? '']
  if (query === undefined || id === undefined || !/^[1-9]\d{0,15}$/.test(id)) return undefined
  const { rows } = await client.query<Row>(query, [id])
  const [row] = rows
  if (row === undefined) return undefined
  const { currency, amount, decimals, destination } = row
  return { currency, amount: formatDecimal(amount, decimals), destination }
}

const queries: Readonly<Record<string, string>> = {
  deposit: `select currency_code as currency, amount, decimals,
      case kind when 'coin' then address else coalesce(wire_option->>'payeeAccount', '') end as destination
    from deposits where id = $1`,
  withdrawal: `select currency_code as currency, payout as amount, decimals,
      case kind when 'coin' then address else payee_account end as destination
    from withdrawals where id = $1`,
}
