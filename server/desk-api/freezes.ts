// Frozen accounts: the list, and the lift by an owner.
import { deskFreezes, freezeToWire, liftFreeze } from '#contract/desk/freezes.ts'
import { answered, refused } from '#contract/outcome.ts'
import { parseRemark } from '#core/user/operator-remark.ts'
import { auditRead } from '#server/desk-api/audit.ts'
import type { Engine } from '#server/engine/engine.ts'
import { engineOutcome, operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Operators } from '#server/operators/operators.ts'
import type { Pool } from '#server/storage/storage.ts'
import type { Users } from '#server/users/users.ts'

type ListParts = {
  readonly operators: Operators
  readonly engine: Pick<Engine, 'freezes'>
  readonly pool: Pool
}

const listNames = { frozen: 'frozen_accounts', lifted: 'lifted_freezes' } as const

export function readFreezes({ operators, engine, pool }: ListParts): Route {
  return operatorRoute(deskFreezes, operators.authenticate, async ({ state, page }, by, caller) => {
    await auditRead(pool, by, caller, { action: 'freezes_viewed', subject: `${listNames[state]}:${page}` })
    const { freezes, total, frozen } = await engine.freezes({ state, page })
    return answered({ data: freezes.map(freezeToWire), total, frozen })
  })
}

type LiftParts = {
  readonly operators: Operators
  readonly users: Pick<Users, 'user'>
  readonly engine: Pick<Engine, 'submit'>
}

/** The engine journals the lift and decides whether the account is frozen, and by the freeze the owner has read. */
export function liftFreezeOfUser({ operators, users, engine }: LiftParts): Route {
  return operatorRoute(liftFreeze, operators.authenticate, async (input, by, { address }) => {
    const { user_id: userId, totp } = input
    const reason = parseRemark(input.reason)
    if (reason === undefined) return refused('invalid_input', { field: 'reason' })
    const frozenAtMs = Date.parse(input.frozen_at)
    if (Number.isNaN(frozenAtMs)) return refused('invalid_input', { field: 'frozen_at' })
    const user = await users.user(userId)
    if (user === undefined) return refused('not_found')
    const { uid, isDemo } = user
    const details = { uid, frozen_at: new Date(frozenAtMs).toISOString(), reason }
    const action = { roles: [], action: 'freeze_lift_confirmed', subject: `user:${userId}`, details }
    const confirmation = await operators.confirmAction({ by, totp, address, ...action })
    if (confirmation.kind !== 'confirmed') return confirmation
    const lift = { kind: 'lift_freeze', operatorId: by.operatorId, reason, frozenAtMs } as const
    const reply = await engine.submit({ userId, isDemo }, lift)
    return engineOutcome(reply, () => answered(null, 'done.freeze_lifted'))
  })
}
