import { login } from '#contract/calls/session.ts'
import { channelFromWire } from '#contract/channel-wire.ts'
import { type EntryRouteParts, sessionAnswer } from '#server/api/session-answer.ts'
import { visitOf } from '#server/api/visit.ts'
import { type Route, route } from '#server/gateway/gateway.ts'

export function logIn(parts: EntryRouteParts): Route {
  return route(login, async ({ account, password, login_type }, caller) => {
    const channel = channelFromWire(login_type)
    const entered = await parts.accounts.logIn({ channel, account, password }, visitOf(caller))
    return await sessionAnswer(entered, parts, 'done.logged_in')
  })
}
