// Review of identity checks: the queue, one check with its images, and the decision.
import {
  identityCheck,
  identityDecide,
  identityQueue,
  listedCheckToWire,
  wholeCheckToWire,
} from '#contract/desk/identity.ts'
import { answered, refused } from '#contract/outcome.ts'
import { isRoleAllowed } from '#core/user/operator-role.ts'
import { auditRead } from '#server/desk-api/audit.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Kyc } from '#server/kyc/kyc.ts'
import type { Operators } from '#server/operators/operators.ts'
import type { Pool } from '#server/storage/storage.ts'

// The kyc module audits reads of a check or an image, and decisions. Only reads of the queue are audited here.

type IdentityParts = { readonly operators: Operators; readonly kyc: Kyc }

/** Names are shown only to owners and compliance. A viewer sees how many checks are waiting, and since when. */
export function readIdentityQueue({ operators, kyc, pool }: IdentityParts & { readonly pool: Pool }): Route {
  return operatorRoute(identityQueue, operators.authenticate, async ({ state, page }, operator, caller) => {
    const seesNames = isRoleAllowed(operator.role, ['compliance'])
    const entry = { action: 'identity_queue_viewed', subject: `identity_queue:${state}:${page}` }
    if (seesNames) await auditRead(pool, operator, caller, entry)
    const { checks, total, waiting } = await kyc.queue({ state, page })
    const data = checks.map((check) => listedCheckToWire(seesNames ? check : { ...check, name: '' }))
    return answered({ data, total, waiting })
  })
}

export function readIdentityCheck({ operators, kyc }: IdentityParts): Route {
  return operatorRoute(identityCheck, operators.authenticate, async ({ id }, operator, { address }) => {
    const check = await kyc.view({ id, operator, address })
    return check === undefined ? refused('not_found') : answered(wholeCheckToWire(check))
  })
}

export function decideIdentity({ operators, kyc }: IdentityParts): Route {
  return operatorRoute(identityDecide, operators.authenticate, async (input, operator, { address }) => {
    const { id, approve, remark = '' } = input
    const decided = await kyc.decide({ id, approve: approve === 1, remark, operator, address })
    if (decided.kind === 'refused') return refused(decided.reason)
    const { state, next = null, waiting } = decided
    return answered({ state, next, waiting }, `done.identity_${state}`)
  })
}
