import type { PoolClient } from 'pg'
import type { Queryable } from '#server/operators/operators-store.ts'

/** How one operator gained influence over the account of another. */
export type TieKind = 'created' | 'reset' | 'role_changed' | 'activated'

/** `byOperatorId` is null for the command line. */
type Tie = { readonly operatorId: number; readonly byOperatorId: number | null; readonly at: Date }

/** Call it in the transaction of the change. */
export async function insertTies(client: PoolClient, tie: Tie, kinds: readonly TieKind[]): Promise<void> {
  await client.query(
    `insert into operator_ties (operator_id, by_operator_id, kind, at)
     select $1, $2, kind, $3 from unnest($4::text[]) kind`,
    [tie.operatorId, tie.byOperatorId, tie.at, kinds],
  )
}

/**
 * Whether one of the two changed the other after this time, directly or over further operators. An owner who creates
 * two operators is tied to both, so these two are tied as well. A change without an operator, made at the command line,
 * ties its operator, and everyone that operator is tied to, to all others.
 */
export async function areTied(
  client: Queryable,
  [one, other]: readonly [number, number],
  after: Date,
): Promise<boolean> {
  const found = await client.query(
    `with recursive ${reachedFrom('select id, id from unnest(array[$1::bigint, $2::bigint]) id', '$3')}
     select 1 where exists (select from reached where origin = $1 and id = $2)
       or exists (select from reached join recent on recent.a = reached.id where recent.b is null)`,
    [one, other, after],
  )
  return found.rowCount === 1
}

/** The operator, and everyone with whom `areTied` holds. */
export async function readTiedTo(
  client: Queryable,
  operatorId: number,
  after: Date,
): Promise<readonly number[]> {
  // Origin 0 stands for the command line.
  const origins = 'select $1::bigint, $1::bigint union select 0, a from recent where b is null'
  const { rows } = await client.query<{ id: number }>(
    `with recursive ${reachedFrom(origins, '$2')}
     select id from operators
     where id in (select id from reached) or exists (select from reached where origin = 0 and id = $1)
     order by id`,
    [operatorId, after],
  )
  return rows.map(({ id }) => id)
}

/** `reached` has, for each origin, its operators and all that these are tied to by operators. */
function reachedFrom(origins: string, after: string): string {
  return `recent as (
       select operator_id as a, by_operator_id as b from operator_ties where at > ${after}
     ), reached as (
       select origin, id from (${origins}) origins (origin, id)
       union
       select reached.origin, case recent.a when reached.id then recent.b else recent.a end
       from reached join recent on reached.id in (recent.a, recent.b)
       where recent.b is not null
     )`
}
