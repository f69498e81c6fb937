// Reads the engine's table of movements.
import type { Pool } from 'pg'
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

export async function readMovement(pool: Pool, reference: string): Promise<StoredMovement | undefined> {
  const { rows } = await pool.query<StoredMovement>(
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
