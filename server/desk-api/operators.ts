// Management of operators by an owner.
import { changeOperator, createOperator, deskOperators, operatorToWire } from '#contract/desk/operators.ts'
import { answered } from '#contract/outcome.ts'
import { auditRead } from '#server/desk-api/audit.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Operators } from '#server/operators/operators.ts'
import type { Pool } from '#server/storage/storage.ts'

type OperatorParts = { readonly operators: Operators }

export function readOperators({ operators, pool }: OperatorParts & { readonly pool: Pool }): Route {
  return operatorRoute(deskOperators, operators.authenticate, async (_, by, caller) => {
    await auditRead(pool, by, caller, { action: 'operators_read', subject: 'operators' })
    return answered((await operators.list()).map(operatorToWire))
  })
}

export function addOperator({ operators }: OperatorParts): Route {
  return operatorRoute(
    createOperator,
    operators.authenticate,
    async ({ email, role, totp }, by, { address }) => {
      const result = await operators.create({ email, role, by, totp, address })
      if (result.kind !== 'created') return result
      return answered({ operator: operatorToWire(result.operator), password: result.password }, 'done.saved')
    },
  )
}

export function editOperator({ operators }: OperatorParts): Route {
  return operatorRoute(changeOperator, operators.authenticate, async (input, by, { address }) => {
    const { id, role, totp } = input
    const isActive = input.is_active === undefined ? undefined : input.is_active === 1
    const reset = input.reset === 1
    const result = await operators.change({ id, role, isActive, reset, by, totp, address })
    if (result.kind !== 'changed') return result
    const { operator, password } = result
    const newPassword = password === undefined ? {} : { password }
    return answered({ operator: operatorToWire(operator), ...newPassword }, 'done.saved')
  })
}
