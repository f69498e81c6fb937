import { demoLogin } from '#contract/calls/session.ts'
import { type EntryRouteParts, sessionAnswer } from '#server/api/session-answer.ts'
import { visitOf } from '#server/api/visit.ts'
import { type Route, route } from '#server/gateway/gateway.ts'

export function logInDemo(parts: EntryRouteParts): Route {
  return route(demoLogin, async ({ demo_id }, caller) =>
    sessionAnswer(await parts.accounts.logInDemo(demo_id, visitOf(caller)), parts, 'done.logged_in'),
  )
}
