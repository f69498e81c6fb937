import { deskOperators, operatorToWire } from '#contract/desk/operators.ts'
import { answered } from '#contract/outcome.ts'
import { auditLook } from '#server/desk-api/audit-look.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Operators } from '#server/operators/operators.ts'
import type { Pool } from '#server/storage/storage.ts'

type Parts = { readonly operators: Operators; readonly pool: Pool }

export function readOperators({ operators, pool }: Parts): Route {
  return operatorRoute(deskOperators, operators.identify, async (_, by, caller) => {
    await auditLook(pool, by, caller, { action: 'operators_read', subject: 'operators' })
    return answered((await operators.list()).map(operatorToWire))
  })
}
