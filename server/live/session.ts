import { codes } from '#contract/envelope.ts'
import { type AnswerFrame, cmds } from '#contract/live.ts'
import type { Say } from '#contract/outcome.ts'
import type { LiveLimits } from '#server/live/live-limits.ts'
import type { IdentifySession } from '#server/live/live-parts.ts'
import type { Log } from '#server/platform/log.ts'

export type Session = {
  readonly userId: () => number | undefined
  readonly login: (token: unknown) => void
  readonly logout: () => void
  /** This session is over, for whatever reason. */
  readonly end: (sessionId: number) => void
}

type SessionParts = {
  readonly identify: IdentifySession
  readonly say: Say
  readonly log: Pick<Log, 'error'>
  readonly limits: Pick<LiveLimits, 'longestToken' | 'mostLogins'>
  readonly answer: (answer: AnswerFrame) => void
  /** The user who was logged in is not any more. */
  readonly onLoggedOut: () => void
  /** Whether another login may be looked up now. */
  readonly mayLogIn: () => boolean
  /** No client of ours asks for so many logins. */
  readonly onAbuse: () => void
}

/** Its session is known once it was looked up; what ends until then is remembered. */
type PendingLogin = { readonly token: string; sessionId: number | undefined; readonly ended: Set<number> }

/** Whom one socket speaks for: whoever logged in last. */
export function createSession(parts: SessionParts): Session {
  const { say, limits } = parts
  const answers = createOrderedAnswers(parts.answer)
  let latest: PendingLogin | undefined
  let userId: number | undefined

  function forget(): void {
    latest = undefined
    if (userId === undefined) return
    userId = undefined
    parts.onLoggedOut()
  }
  async function lookUp(login: PendingLogin): Promise<AnswerFrame> {
    try {
      const user = await parts.identify(login.token)
      if (user === undefined || login.ended.has(user.sessionId)) return invalid()
      login.sessionId = user.sessionId
      if (latest === login) userId = user.userId
      return { cmd: cmds.login, code: codes.success }
    } catch (fault) {
      // Neither yes nor no: the client may ask again.
      parts.log.error({ fault }, 'a login on the live socket failed')
      return { cmd: cmds.login, code: codes.fault, msg: say('reason.busy') }
    }
  }
  function invalid(): AnswerFrame {
    return { cmd: cmds.login, code: codes.sessionInvalid, msg: say('answer.session_invalid') }
  }
  return {
    userId: () => userId,
    login(token) {
      forget()
      if (answers.pendingCount() >= limits.maxPendingLogins || !parts.mayLogIn()) return parts.onAbuse()
      const reply = answers.reserve()
      if (typeof token !== 'string' || token.length > limits.maxTokenLength) return reply(invalid())
      latest = { token, sessionId: undefined, ended: new Set() }
      // A rejection cannot come out of it: it ends in an answer, too.
      void lookUp(latest).then(reply)
    },
    logout() {
      forget()
      answers.reserve()({ cmd: cmds.logout, code: codes.success })
    },
    end(sessionId) {
      // One that is still being looked up is answered with the same code when that is done.
      if (latest?.sessionId === undefined) latest?.ended.add(sessionId)
      if (latest?.sessionId !== sessionId || userId === undefined) return
      forget()
      parts.answer({ cmd: cmds.logout, code: codes.sessionInvalid })
    },
  }
}

type OrderedAnswers = {
  /** Keeps a place in the order; the function that is returned fills it. */
  readonly reserve: () => (answer: AnswerFrame) => void
  /** Places that are not filled, or wait for one before them. */
  readonly pendingCount: () => number
}

/** Lets answers out in the order of what they answer, whichever is known first: they do not say what they answer. */
export function createOrderedAnswers(letOut: (answer: AnswerFrame) => void): OrderedAnswers {
  const places: { answer: AnswerFrame | undefined }[] = []
  function letOutAllKnown(): void {
    for (let first = places[0]?.answer; first !== undefined; first = places[0]?.answer) {
      places.shift()
      letOut(first)
    }
  }
  return {
    reserve() {
      const place: { answer: AnswerFrame | undefined } = { answer: undefined }
      places.push(place)
      return (answer) => {
        place.answer = answer
        letOutAllKnown()
      }
    },
    pendingCount: () => places.length,
  }
}
