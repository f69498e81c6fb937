import type { PoolClient } from 'pg'
import type { Queryable } from '#server/operators/operators-store.ts'

/** How one operator gained influence over the account of another. */
export type TieKind = 'created' | 'reset' | 'role_changed' | 'activated'

type Tie = { readonly operatorId: number; readonly byOperatorId: number; readonly at: Date }

/** Call it in the transaction of the change. */
export async function insertTies(client: PoolClient, tie: Tie, kinds: readonly TieKind[]): Promise<void> {
  await client.query(
    `insert into operator_ties (operator_id, by_operator_id, kind, at)
     select $1, $2, kind, $3 from unnest($4::text[]) kind`,
    [tie.operatorId, tie.byOperatorId, tie.at, kinds],
  )
}

/** Whether one of the two changed the other after this time. */
export async function areTied(
  client: Queryable,
  [one, other]: readonly [number, number],
  after: Date,
): Promise<boolean> {
  const found = await client.query(
    `select 1 from operator_ties
     where ((operator_id = $1 and by_operator_id = $2) or (operator_id = $2 and by_operator_id = $1)) and at > $3
     limit 1`,
    [one, other, after],
  )
  return found.rowCount === 1
}
