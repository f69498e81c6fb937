import { operatorToWire } from '#contract/desk/operators.ts'
import { type DeskSignInAnswer, deskSignIn } from '#contract/desk/session.ts'
import { answered, type Outcome } from '#contract/outcome.ts'
import { ensureNever } from '#core/ensure-never.ts'
import { placeOf } from '#server/desk-api/place.ts'
import { type Route, route } from '#server/gateway/gateway.ts'
import type { Operators } from '#server/operators/operators.ts'

export function signInToDesk({ operators }: { readonly operators: Operators }): Route {
  return route(deskSignIn, async ({ email, password, totp = '' }, caller) =>
    toAnswer(await operators.signIn({ email, password, totp, ...placeOf(caller) })),
  )
}

function toAnswer(answer: Awaited<ReturnType<Operators['signIn']>>): Outcome<DeskSignInAnswer> {
  switch (answer.kind) {
    case 'session':
      return answered({ token: answer.token, operator: operatorToWire(answer.operator) }, 'done.logged_in')
    case 'enrolment': {
      const { ticket, secret, uri, needsPassword } = answer
      return answered({ enrolment: { ticket, secret, uri, needs_password: needsPassword ? 1 : 0 } })
    }
    case 'refused':
    case 'too_many_requests':
      return answer
    default:
      return ensureNever(answer)
  }
}
