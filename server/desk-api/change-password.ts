import { deskChangePassword } from '#contract/desk/session.ts'
import { answered } from '#contract/outcome.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Operators } from '#server/operators/operators.ts'

export function changeDeskPassword({ operators }: { readonly operators: Operators }): Route {
  return operatorRoute(deskChangePassword, operators.identify, async (input, by, { address }) => {
    const { old_password: oldPassword, new_password: newPassword, totp } = input
    const answer = await operators.changePassword({ by, oldPassword, newPassword, totp, address })
    return answer.kind === 'changed' ? answered(null, 'done.password_changed') : answer
  })
}
