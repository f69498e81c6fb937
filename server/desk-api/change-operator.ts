import { changeOperator, operatorToWire } from '#contract/desk/operators.ts'
import { answered } from '#contract/outcome.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Operators } from '#server/operators/operators.ts'

export function changeAnOperator({ operators }: { readonly operators: Operators }): Route {
  return operatorRoute(changeOperator, operators.identify, async (input, by, { address }) => {
    const { id, role, totp } = input
    const isActive = input.is_active === undefined ? undefined : input.is_active === 1
    const reset = input.reset === 1
    const answer = await operators.change({ id, role, isActive, reset, by, totp, address })
    if (answer.kind !== 'changed') return answer
    const { operator, password } = answer
    const shown = password === undefined ? {} : { password }
    return answered({ operator: operatorToWire(operator), ...shown }, 'done.saved')
  })
}
