import { createOperator, operatorToWire } from '#contract/desk/operators.ts'
import { answered } from '#contract/outcome.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Operators } from '#server/operators/operators.ts'

export function addOperator({ operators }: { readonly operators: Operators }): Route {
  return operatorRoute(createOperator, operators.identify, async ({ email, role, totp }, by, { address }) => {
    const answer = await operators.create({ email, role, by, totp, address })
    if (answer.kind !== 'created') return answer
    return answered({ operator: operatorToWire(answer.operator), password: answer.password }, 'done.saved')
  })
}
