import { identityQueue, listedCheckToWire } from '#contract/desk/identity.ts'
import { answered } from '#contract/outcome.ts'
import { mayAct } from '#core/account/operator-role.ts'
import { auditLook } from '#server/desk-api/audit-look.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Kyc } from '#server/kyc/kyc.ts'
import type { Operators } from '#server/operators/operators.ts'
import type { Pool } from '#server/storage/storage.ts'

type Parts = { readonly operators: Operators; readonly kyc: Kyc; readonly pool: Pool }

/** Names are for those who decide; whoever only watches sees how many wait, and since when. */
export function readIdentityQueue({ operators, kyc, pool }: Parts): Route {
  return operatorRoute(identityQueue, operators.identify, async ({ state, page }, operator, caller) => {
    const seesNames = mayAct(operator.role, ['compliance'])
    const look = { action: 'identity_queue_viewed', subject: `identity_queue:${state}:${page}` }
    if (seesNames) await auditLook(pool, operator, caller, look)
    const { checks, total, waiting } = await kyc.queue({ state, page })
    const data = checks.map((check) => listedCheckToWire(seesNames ? check : { ...check, name: '' }))
    return answered({ data, total, waiting })
  })
}
