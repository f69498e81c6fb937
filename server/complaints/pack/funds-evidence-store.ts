// Deposits and withdrawals of a pack, each with what the journal decided about it.
import type { PoolClient } from 'pg'
import type {
  DepositEvidence,
  MovementEvidence,
  WithdrawalEvidence,
} from '#server/complaints/pack/pack-format.ts'

export async function readDeposits(
  client: PoolClient,
  userId: number,
  ids: readonly number[],
): Promise<readonly DepositEvidence[]> {
  const { rows } = await client.query<Stored<DepositEvidence>>(
    `select d.id, d.kind, d.currency_code as currency, d.protocol, d.decimals, d.amount, d.rate, d.credited, d.address,
       d.wire_option as "wireOption", d.is_at_old_rate as "isAtOldRate", d.created_at as "createdAt", ${movementColumns}
     from deposits d left join movements m on m.reference = 'deposit:' || d.id
     where d.id = any($2::bigint[]) and d.user_id = $1 order by d.id`,
    [userId, ids],
  )
  return rows.map(recordOf)
}

export async function readWithdrawals(
  client: PoolClient,
  userId: number,
  ids: readonly number[],
): Promise<readonly WithdrawalEvidence[]> {
  const { rows } = await client.query<Stored<WithdrawalEvidence>>(
    `select w.id, w.kind, w.currency_code as currency, w.protocol, w.decimals, w.amount, w.fee, w.rate, w.payout,
       w.address, w.payee_name as "payeeName", w.payee_account as "payeeAccount", w.bank_name as "bankName",
       w.bank_branch as "bankBranch", w.bank_address as "bankAddress", w.bank_swift as "bankSwift",
       w.bank_remark as "bankRemark", w.memo, w.created_at as "createdAt", ${movementColumns}
     from withdrawals w left join movements m on m.reference = 'withdrawal:' || w.id
     where w.id = any($2::bigint[]) and w.user_id = $1 order by w.id`,
    [userId, ids],
  )
  return rows.map(recordOf)
}

/** Times of decisions. */
export async function readMovementTimes(
  client: PoolClient,
  references: readonly string[],
): Promise<readonly number[]> {
  const { rows } = await client.query<{ created: Date; changed: Date }>(
    'select created_at as created, changed_at as changed from movements where reference = any($1::text[])',
    [references],
  )
  return rows.flatMap(({ created, changed }) => [created.getTime(), changed.getTime()])
}

type MovementColumns = {
  readonly reference: string | null
  readonly movementKind: MovementEvidence['kind']
  readonly movementAmount: MovementEvidence['amount']
  readonly state: MovementEvidence['state']
  readonly movementFee: NonNullable<MovementEvidence['terms']>['fee'] | null
  readonly movementRate: NonNullable<MovementEvidence['terms']>['rate']
  readonly movementCurrency: string
  readonly movementDecimals: number
  readonly note: string | null
  readonly payment: string | null
}

const movementColumns = `m.reference, m.kind as "movementKind", m.amount as "movementAmount", m.state,
  m.fee as "movementFee", m.rate as "movementRate", m.currency as "movementCurrency",
  m.decimals as "movementDecimals", m.note, m.payment`

type Stored<Record> = Omit<Record, 'createdAtMs' | 'movement'> &
  MovementColumns & { readonly createdAt: Date }

function recordOf<Row extends MovementColumns & { readonly createdAt: Date }>(row: Row) {
  const { createdAt, reference, movementKind, movementAmount, state, ...others } = row
  const { movementFee, movementRate, movementCurrency, movementDecimals, note, payment, ...record } = others
  return { ...record, createdAtMs: createdAt.getTime(), movement: movementOf(row) }
}

/** With the fields, and in the order, of the journal. */
function movementOf(row: MovementColumns): MovementEvidence | null {
  if (row.reference === null) return null
  const terms = {
    currency: row.movementCurrency,
    decimals: row.movementDecimals,
    fee: row.movementFee,
    rate: row.movementRate,
  }
  return {
    reference: row.reference,
    kind: row.movementKind,
    amount: row.movementAmount,
    state: row.state,
    ...(terms.fee === null ? {} : { terms: { ...terms, fee: terms.fee } }),
    ...(row.note === null ? {} : { note: row.note }),
    ...(row.payment === null ? {} : { payment: row.payment }),
  }
}
