import { operatorToWire } from '#contract/desk/operators.ts'
import { deskEnrol } from '#contract/desk/session.ts'
import { answered } from '#contract/outcome.ts'
import { placeOf } from '#server/desk-api/place.ts'
import { type Route, route } from '#server/gateway/gateway.ts'
import type { Operators } from '#server/operators/operators.ts'

export function enrolAtDesk({ operators }: { readonly operators: Operators }): Route {
  return route(deskEnrol, async ({ ticket, totp, new_password: newPassword }, caller) => {
    const answer = await operators.enrol({ ticket, totp, newPassword, ...placeOf(caller) })
    if (answer.kind !== 'session') return answer
    const { token, operator, recoveryCodes } = answer
    const data = { token, operator: operatorToWire(operator), recovery_codes: [...recoveryCodes] }
    return answered(data, 'done.logged_in')
  })
}
