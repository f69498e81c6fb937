import { operatorToWire } from '#contract/desk/operators.ts'
import { deskMe } from '#contract/desk/session.ts'
import { answered } from '#contract/outcome.ts'
import { mayAct } from '#core/account/operator-role.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Kyc } from '#server/kyc/kyc.ts'
import type { Operators } from '#server/operators/operators.ts'

type Parts = { readonly operators: Operators; readonly kyc: Kyc }

export function readMe({ operators, kyc }: Parts): Route {
  return operatorRoute(deskMe, operators.identify, async (_, { operatorId, role }) => {
    const isTheirs = mayAct(role, ['compliance', 'viewer'])
    const [operator, waiting] = await Promise.all([
      operators.read(operatorId),
      isTheirs ? kyc.waitingCount() : 0,
    ])
    if (operator === undefined) return { kind: 'session_invalid' }
    return answered({ operator: operatorToWire(operator), identity_waiting: waiting })
  })
}
