// Freezes of accounts for the operator console. The queries join users and operators but never write to those tables.
import type { Pool } from 'pg'
import type { Freeze, FreezeState, Range } from '#server/engine/engine-store.ts'

type Row = Omit<Freeze, 'lift'> & {
  readonly liftedAt: Date | null
  readonly liftedBy: string | null
  readonly reason: string | null
}

/** Every freeze with its lift, if it was lifted. */
const fromFreezes = `from account_freezes freezes left join lateral (
    select later.id, later.created_at, later.operator_id, later.reason from account_freezes later
    where later.user_id = freezes.user_id and later.id > freezes.id and later.kind = 'lifted'
    order by later.id limit 1
  ) lifts on true`

const isOfState: Readonly<Record<FreezeState, string>> = {
  frozen: `freezes.kind = 'frozen' and lifts.id is null`,
  lifted: `freezes.kind = 'frozen' and lifts.id is not null`,
}

/** Accounts that are frozen now, the oldest freeze first, or lifted freezes, the last lift first. */
export async function readFreezes(
  pool: Pool,
  state: FreezeState,
  { limit, offset }: Range,
): Promise<readonly Freeze[]> {
  const order = state === 'frozen' ? 'freezes.id' : 'lifts.id desc'
  const { rows } = await pool.query<Row>(
    `select freezes.id, freezes.user_id as "userId", users.uid, users.is_demo as "isDemo", freezes.cause,
            freezes.detail, freezes.created_at as "frozenAt", lifts.created_at as "liftedAt",
            operators.email as "liftedBy", lifts.reason
     ${fromFreezes} join users on users.id = freezes.user_id
       left join operators on operators.id = lifts.operator_id
     where ${isOfState[state]} order by ${order} limit $1 offset $2`,
    [limit, offset],
  )
  return rows.map(freezeOfRow)
}

function freezeOfRow({ liftedAt, liftedBy, reason, ...freeze }: Row): Freeze {
  const lift = liftedAt === null ? undefined : { at: liftedAt, by: liftedBy ?? '', reason: reason ?? '' }
  return { ...freeze, lift }
}

export async function countFreezes(pool: Pool, state: FreezeState): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) ${fromFreezes} where ${isOfState[state]}`,
  )
  return rows[0]?.count ?? 0
}
