import { codes } from '#contract/envelope.ts'
import { type AnswerFrame, cmds } from '#contract/live.ts'
import type { Say } from '#contract/outcome.ts'
import type { LiveLimits } from '#server/live/live-limits.ts'
import type { AuthenticateSession } from '#server/live/live-parts.ts'
import type { Log } from '#server/platform/log.ts'

export type Session = {
  readonly userId: () => number | undefined
  /** Returns a promise if the token must be looked up. It resolves after the answer and never rejects. */
  readonly login: (token: unknown) => Promise<void> | undefined
  readonly logout: () => void
  /** Logs out if the socket uses this session. */
  readonly end: (sessionId: number) => void
}

type SessionParts = {
  readonly authenticate: AuthenticateSession
  readonly say: Say
  readonly log: Pick<Log, 'error'>
  readonly limits: Pick<LiveLimits, 'maxTokenLength'>
  readonly answer: (answer: AnswerFrame) => void
  readonly onLoggedOut: () => void
  /** Rate limit of logins. */
  readonly mayLogIn: () => boolean
  /** Called if the socket sends more logins than our own client ever would. */
  readonly onAbuse: () => void
}

/** The user of one socket. Its commands run one after another, so at most one login is looked up at a time. */
export function createSession(parts: SessionParts): Session {
  const { say, limits, answer } = parts
  let user: Awaited<ReturnType<AuthenticateSession>>
  /** Sessions that end while a login is looked up; undefined at any other time. */
  let endedDuringLookup: Set<number> | undefined

  function logOut(): void {
    if (user === undefined) return
    user = undefined
    parts.onLoggedOut()
  }
  async function lookUp(token: string): Promise<void> {
    const ended = new Set<number>()
    endedDuringLookup = ended
    try {
      const found = await parts.authenticate(token)
      if (found !== undefined && !ended.has(found.sessionId)) user = found
      answer(user === undefined ? invalid() : { cmd: cmds.login, code: codes.success })
    } catch (fault) {
      // The token may still be valid, so the answer says `busy` and the client can retry.
      parts.log.error({ fault }, 'login on the live socket failed')
      answer({ cmd: cmds.login, code: codes.fault, msg: say('reason.busy') })
    } finally {
      endedDuringLookup = undefined
    }
  }
  function invalid(): AnswerFrame {
    return { cmd: cmds.login, code: codes.sessionInvalid, msg: say('answer.session_invalid') }
  }
  return {
    userId: () => user?.userId,
    login(token) {
      logOut()
      if (!parts.mayLogIn()) return void parts.onAbuse()
      if (typeof token !== 'string' || token.length > limits.maxTokenLength) return void answer(invalid())
      return lookUp(token)
    },
    logout() {
      logOut()
      answer({ cmd: cmds.logout, code: codes.success })
    },
    end(sessionId) {
      endedDuringLookup?.add(sessionId)
      if (user?.sessionId !== sessionId) return
      logOut()
      answer({ cmd: cmds.logout, code: codes.sessionInvalid })
    },
  }
}
