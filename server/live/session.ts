import { codes } from '#contract/envelope.ts'
import { type AnswerFrame, cmds } from '#contract/live.ts'
import type { Say } from '#contract/outcome.ts'
import type { LiveLimits } from '#server/live/live-limits.ts'
import type { Authenticate, Credentials } from '#server/live/live-parts.ts'
import type { Identity } from '#server/live/topic.ts'
import type { Log } from '#server/platform/log.ts'

export type Session = {
  readonly identity: () => Identity | undefined
  /** Returns a promise if the token must be looked up. It resolves after the answer and never rejects. */
  readonly login: (sent: SentLogin) => Promise<void> | undefined
  readonly logout: () => void
  /** Logs out if the login of the socket has this key. */
  readonly end: (key: string) => void
}

/** Unchecked fields of a login: a session token, or the token of a visitor's support thread. */
export type SentLogin = { readonly token: unknown; readonly thread: unknown }

type SessionParts = {
  readonly authenticate: Authenticate
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

/** Who one socket belongs to. Its commands run one after another, so at most one login is looked up at a time. */
export function createSession(parts: SessionParts): Session {
  const { say, limits, answer } = parts
  let identity: Identity | undefined
  /** Keys that end while a login is looked up; undefined at any other time. */
  let endedDuringLookup: Set<string> | undefined

  function logOut(): void {
    if (identity === undefined) return
    identity = undefined
    parts.onLoggedOut()
  }
  async function lookUp(credentials: Credentials): Promise<void> {
    const ended = new Set<string>()
    endedDuringLookup = ended
    try {
      const found = await parts.authenticate(credentials)
      if (found !== undefined && !ended.has(found.key)) identity = found
      answer(identity === undefined ? invalid(credentials.kind) : { cmd: cmds.login, code: codes.success })
    } catch (fault) {
      // The token may still be valid, so the answer says `busy` and the client can retry.
      parts.log.error({ fault }, 'login on the live socket failed')
      answer({ cmd: cmds.login, code: codes.fault, msg: say('reason.busy') })
    } finally {
      endedDuringLookup = undefined
    }
  }
  function invalid(kind: Credentials['kind']): AnswerFrame {
    if (kind === 'thread') return { cmd: cmds.login, code: codes.refused, msg: say('reason.support_ended') }
    return { cmd: cmds.login, code: codes.sessionInvalid, msg: say('answer.session_invalid') }
  }
  return {
    identity: () => identity,
    login(sent) {
      logOut()
      if (!parts.mayLogIn()) return void parts.onAbuse()
      const kind = sent.thread === undefined ? 'session' : 'thread'
      const token = kind === 'session' ? sent.token : sent.thread
      // At most one identity: a login with both tokens is neither.
      const isBoth = sent.thread !== undefined && sent.token !== undefined
      if (isBoth || typeof token !== 'string' || token.length > limits.maxTokenLength)
        return void answer(invalid(kind))
      return lookUp({ kind, token })
    },
    logout() {
      logOut()
      answer({ cmd: cmds.logout, code: codes.success })
    },
    end(key) {
      endedDuringLookup?.add(key)
      if (identity?.key !== key) return
      logOut()
      answer({ cmd: cmds.logout, code: codes.sessionInvalid })
    },
  }
}
