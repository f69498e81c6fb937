import { deskRecoveryCodes } from '#contract/desk/session.ts'
import { answered } from '#contract/outcome.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Operators } from '#server/operators/operators.ts'

export function makeRecoveryCodes({ operators }: { readonly operators: Operators }): Route {
  return operatorRoute(deskRecoveryCodes, operators.identify, async ({ password, totp }, by, { address }) => {
    const answer = await operators.newRecoveryCodes({ by, password, totp, address })
    return answer.kind === 'made'
      ? answered({ recovery_codes: [...answer.recoveryCodes] }, 'done.saved')
      : answer
  })
}
