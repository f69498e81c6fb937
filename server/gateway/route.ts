import { gzipSync } from 'node:zlib'
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { codes } from '#contract/envelope.ts'
import { type Outcome, refused } from '#contract/outcome.ts'
import { isRoleAllowed } from '#core/user/operator-role.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import type { CommandKey } from '#server/engine/engine.ts'
import type { SessionOperator } from '#server/operators/operators.ts'
import type { TimedDelivery } from '#server/platform/timed-delivery.ts'
import type { SessionUser } from '#server/users/users.ts'

/** The sender of a request, as described by the request itself. */
export type Caller = {
  readonly language: LanguageCode
  /** The language that the request itself names, if it is a known one. */
  readonly statedLanguage: LanguageCode | undefined
  readonly token: string | undefined
  /** Token of a visitor's support thread. */
  readonly thread: string | undefined
  readonly address: string
  /** The User-Agent header, truncated. */
  readonly device: string
  /** ISO country code from a trusted proxy. */
  readonly country: string | undefined
  /** The file of an upload. */
  readonly file: ReceivedFile | undefined
  /** The idempotency key, set only for calls whose outcome the engine keeps. */
  readonly idempotency: CommandKey | undefined
  /** How long the call has waited for its turn. */
  readonly waitedMs: number
}

/** A file as received. Its content type is unverified. */
export type ReceivedFile = { readonly bytes: Buffer; readonly type: string }

/** A success envelope that is encoded once and shared by many requests. */
export type Prepared = {
  readonly kind: 'prepared'
  readonly plain: Buffer
  /** The compressed envelope, about a sixth of the plain size. Compressed on first use. */
  readonly gzipped: () => Buffer
}

/** The bytes of a private file, sent instead of an envelope. */
export type FileAnswer = {
  readonly kind: 'file'
  readonly type: string
  readonly bytes: Uint8Array
  /** Name of a file that browsers save. Absent for a picture, which they show. */
  readonly savedAs?: string
  /** For large files. */
  readonly delivery?: TimedDelivery
}

type Answer<Data> = Outcome<Data> | Prepared | FileAnswer

/** An authorised caller. The scope keeps the idempotency keys of different callers apart. */
export type Admitted<Who> = {
  readonly kind: 'admitted'
  readonly scope: string
  /** Undefined for visitors and operators. */
  readonly userId?: number
  readonly who: Who
}

/** A call with its authorisation and its handler. */
export type Route = {
  readonly call: Call
  /** Identifies the caller or refuses. Runs before the body is read. */
  readonly admit: (caller: Caller) => Promise<Admitted<unknown> | Outcome<never>>
  readonly answer: (input: unknown, caller: Caller, who: unknown) => Promise<Answer<unknown>>
}

/** The casts to `InputOf` are safe: the input passes the call's schema before `answer` runs. */
export function route<C extends Call>(
  call: C,
  answer: (input: InputOf<C>, caller: Caller) => Promise<Answer<AnswerOf<C>>>,
): Route {
  if (call.access !== 'anyone') throw new Error(`${call.name} requires a login`)
  const admit = async () => ({ kind: 'admitted', scope: 'anyone', who: undefined }) as const
  return { call, admit, answer: (input, caller) => answer(input as InputOf<C>, caller) }
}

export type AuthenticateUser = (token: string) => Promise<SessionUser | undefined>

/** A call that needs a session. Demo accounts are refused if it is for real users only. */
export function userRoute<C extends Call>(
  call: C,
  authenticate: AuthenticateUser,
  answer: (input: InputOf<C>, user: SessionUser, caller: Caller) => Promise<Answer<AnswerOf<C>>>,
): Route {
  const { access, name } = call
  if (access !== 'user' && access !== 'real_user') throw new Error(`${name} is not a call for users`)
  const admit: Route['admit'] = async ({ token }) => {
    const user = token === undefined ? undefined : await authenticate(token)
    if (user === undefined) return { kind: 'session_invalid' }
    if (access === 'real_user' && user.isDemo) return refused('demo_forbidden')
    return { kind: 'admitted', scope: `user:${user.userId}`, userId: user.userId, who: user }
  }
  return {
    call,
    admit,
    answer: (input, caller, who) => answer(input as InputOf<C>, who as SessionUser, caller),
  }
}

/** Finds the visitor's support thread of a token. */
export type FindVisitor = (thread: string) => Promise<{ readonly threadId: number } | undefined>

/** Whose support thread a call is about. A client that sends a session is a user, whatever thread it names. */
export type SupportCaller =
  | { readonly kind: 'user'; readonly userId: number }
  | { readonly kind: 'visitor'; readonly threadId: number }

type SupportAccess = { readonly authenticate: AuthenticateUser; readonly findVisitor: FindVisitor }

/** A call about the own support thread: of the user of a session, or of the visitor with the token of the thread. */
export function supportRoute<C extends Call>(
  call: C,
  { authenticate, findVisitor }: SupportAccess,
  answer: (input: InputOf<C>, owner: SupportCaller, caller: Caller) => Promise<Answer<AnswerOf<C>>>,
): Route {
  if (call.access !== 'anyone') throw new Error(`${call.name} requires a login`)
  const admit: Route['admit'] = async ({ token, thread }) => {
    if (token !== undefined) {
      const user = await authenticate(token)
      if (user === undefined) return { kind: 'session_invalid' }
      const who: SupportCaller = { kind: 'user', userId: user.userId }
      return { kind: 'admitted', scope: `support:user:${user.userId}`, userId: user.userId, who }
    }
    const visitor = thread === undefined ? undefined : await findVisitor(thread)
    if (visitor === undefined) return refused('support_ended')
    const who: SupportCaller = { kind: 'visitor', ...visitor }
    return { kind: 'admitted', scope: `support:thread:${visitor.threadId}`, who }
  }
  return {
    call,
    admit,
    answer: (input, caller, who) => answer(input as InputOf<C>, who as SupportCaller, caller),
  }
}

export type AuthenticateOperator = (token: string) => Promise<SessionOperator | undefined>

/** A call of the operator console, limited to certain roles. */
export function operatorRoute<C extends Call>(
  call: C,
  authenticate: AuthenticateOperator,
  answer: (input: InputOf<C>, operator: SessionOperator, caller: Caller) => Promise<Answer<AnswerOf<C>>>,
): Route {
  const { access, name } = call
  if (typeof access === 'string') throw new Error(`${name} is not a call for operators`)
  const admit: Route['admit'] = async ({ token }) => {
    const operator = token === undefined ? undefined : await authenticate(token)
    if (operator === undefined) return { kind: 'session_invalid' }
    if (!isRoleAllowed(operator.role, access)) return refused('role_forbidden')
    return { kind: 'admitted', scope: `operator:${operator.operatorId}`, who: operator }
  }
  return {
    call,
    admit,
    answer: (input, caller, who) => answer(input as InputOf<C>, who as SessionOperator, caller),
  }
}

export function prepare<C extends Call>(_call: C, data: AnswerOf<C>): Prepared {
  const plain = Buffer.from(JSON.stringify({ code: codes.success, msg: '', data }))
  let compressed: Buffer | undefined
  const gzipped = () => {
    compressed ??= gzipSync(plain, { level: 3 })
    return compressed
  }
  return { kind: 'prepared', plain, gzipped }
}
