// Reads the engine's table of movements.
import type { Pool, PoolClient } from 'pg'
import type { Movement } from '#core/ledger/movement.ts'

export type StoredMovement = Pick<Movement, 'kind' | 'amount' | 'state'> & {
  readonly userId: number
  readonly note: string | null
  readonly payment: string | null
  readonly reviewerId: number | null
  readonly approverId: number | null
  readonly payerId: number | null
  /** The first operator who gave the money of a withdrawal back. */
  readonly returnedBy: number | null
}

export async function readMovement(
  client: Pool | PoolClient,
  reference: string,
): Promise<StoredMovement | undefined> {
  const { rows } = await client.query<StoredMovement>(
    `select user_id as "userId", kind, amount, state, note, payment, reviewer_id as "reviewerId",
       approver_id as "approverId", payer_id as "payerId",
       (select operator_id from transfers t
        where t.reference = m.reference and t.type = 'withdrawal_returned' and t.order_id is null and t.book = 'real'
       ) as "returnedBy"
     from movements m where reference = $1`,
    [reference],
  )
  return rows[0]
}

/** SQL of the record's id in a reference such as `deposit:12`; null in any other reference. */
export function recordIdOf(kind: 'deposit' | 'withdrawal', table = 'm'): string {
  const reference = `${table}.reference`
  return `case when ${reference} ~ '^${kind}:[1-9][0-9]{0,17}$' then substr(${reference}, ${kind.length + 2})::bigint end`
}
