import { codes } from '#contract/envelope.ts'
import { type AnswerFrame, cmds } from '#contract/live.ts'
import type { Say } from '#contract/outcome.ts'
import type { LiveLimits } from '#server/live/live-limits.ts'
import type { AuthenticateSession } from '#server/live/live-parts.ts'
import type { Log } from '#server/platform/log.ts'

export type Session = {
  readonly userId: () => number | undefined
  readonly login: (token: unknown) => void
  readonly logout: () => void
  /** Logs out if the socket uses this session. */
  readonly end: (sessionId: number) => void
}

type SessionParts = {
  readonly authenticate: AuthenticateSession
  readonly say: Say
  readonly log: Pick<Log, 'error'>
  readonly limits: Pick<LiveLimits, 'maxTokenLength' | 'maxPendingLogins'>
  readonly answer: (answer: AnswerFrame) => void
  readonly onLoggedOut: () => void
  /** Rate limit of logins. */
  readonly mayLogIn: () => boolean
  /** Called if the socket sends more logins than our own client ever would. */
  readonly onAbuse: () => void
}

/** `sessionId` is undefined until the lookup completes. `ended` collects the sessions that end in the meantime. */
type PendingLogin = { readonly token: string; sessionId: number | undefined; readonly ended: Set<number> }

/** The user of one socket: the latest successful login. */
export function createSession(parts: SessionParts): Session {
  const { say, limits } = parts
  const answers = createOrderedAnswers(parts.answer)
  let latest: PendingLogin | undefined
  let userId: number | undefined

  function logOut(): void {
    latest = undefined
    if (userId === undefined) return
    userId = undefined
    parts.onLoggedOut()
  }
  async function lookUp(login: PendingLogin): Promise<AnswerFrame> {
    try {
      const user = await parts.authenticate(login.token)
      if (user === undefined || login.ended.has(user.sessionId)) return invalid()
      login.sessionId = user.sessionId
      if (latest === login) userId = user.userId
      return { cmd: cmds.login, code: codes.success }
    } catch (fault) {
      // The token may still be valid, so the answer says `busy` and the client can retry.
      parts.log.error({ fault }, 'login on the live socket failed')
      return { cmd: cmds.login, code: codes.fault, msg: say('reason.busy') }
    }
  }
  function invalid(): AnswerFrame {
    return { cmd: cmds.login, code: codes.sessionInvalid, msg: say('answer.session_invalid') }
  }
  return {
    userId: () => userId,
    login(token) {
      logOut()
      if (answers.pendingCount() >= limits.maxPendingLogins || !parts.mayLogIn()) return parts.onAbuse()
      const reply = answers.reserve()
      if (typeof token !== 'string' || token.length > limits.maxTokenLength) return reply(invalid())
      latest = { token, sessionId: undefined, ended: new Set() }
      // lookUp never rejects: errors become answers.
      void lookUp(latest).then(reply)
    },
    logout() {
      logOut()
      answers.reserve()({ cmd: cmds.logout, code: codes.success })
    },
    end(sessionId) {
      // A login whose lookup is still running is answered with `sessionInvalid` when the lookup completes.
      if (latest?.sessionId === undefined) latest?.ended.add(sessionId)
      if (latest?.sessionId !== sessionId || userId === undefined) return
      logOut()
      parts.answer({ cmd: cmds.logout, code: codes.sessionInvalid })
    },
  }
}

type OrderedAnswers = {
  /** Reserves the next position in the order of answers. The returned function fills it. */
  readonly reserve: () => (answer: AnswerFrame) => void
  /** Answers not sent yet. */
  readonly pendingCount: () => number
}

/** Sends answers in the order of the commands, because answers carry no reference to their command. */
export function createOrderedAnswers(send: (answer: AnswerFrame) => void): OrderedAnswers {
  const queue: { answer: AnswerFrame | undefined }[] = []
  function sendReady(): void {
    for (let first = queue[0]?.answer; first !== undefined; first = queue[0]?.answer) {
      queue.shift()
      send(first)
    }
  }
  return {
    reserve() {
      const slot: { answer: AnswerFrame | undefined } = { answer: undefined }
      queue.push(slot)
      return (answer) => {
        slot.answer = answer
        sendReady()
      }
    },
    pendingCount: () => queue.length,
  }
}
