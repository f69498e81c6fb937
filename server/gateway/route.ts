import { gzipSync } from 'node:zlib'
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { codes } from '#contract/envelope.ts'
import { type Outcome, refused } from '#contract/outcome.ts'
import { isRoleAllowed } from '#core/account/operator-role.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import type { SessionUser } from '#server/accounts/accounts.ts'
import type { CommandKey } from '#server/engine/engine.ts'
import type { SessionOperator } from '#server/operators/operators.ts'

/** Who is asking, as far as the request itself tells. */
export type Caller = {
  readonly language: LanguageCode
  readonly token: string | undefined
  readonly address: string
  /** What the browser says of itself, cut to a length that can be kept. */
  readonly device: string
  /** ISO code of the country, where a trusted proxy tells it. */
  readonly country: string | undefined
  /** The one file of a call that takes one. */
  readonly file: ReceivedFile | undefined
  /** Under which key it was asked, for those who keep what they did themselves. */
  readonly idempotency: CommandKey | undefined
}

/** A file as it arrived. Nothing it says of itself is to be believed. */
export type ReceivedFile = { readonly bytes: Buffer; readonly type: string }

/** A success whose whole envelope was encoded before, for calls that many ask at once. */
export type Prepared = {
  readonly kind: 'prepared'
  readonly plain: Buffer
  /** A sixth of it: these are long lists, and phones pay for every byte. Packed for the first who takes it. */
  readonly gzipped: () => Buffer
}

/** The bytes of a private picture, in place of an envelope. */
export type FileAnswer = { readonly kind: 'file'; readonly type: string; readonly bytes: Uint8Array }

type Answer<Data> = Outcome<Data> | Prepared | FileAnswer

/** Who was let in. The scope names them among all who may use the same idempotency key. */
export type Admitted<Who> = { readonly kind: 'admitted'; readonly scope: string; readonly who: Who }

/** A call and the function that answers it: one call to a door, and a translation of what it says. */
export type Route = {
  readonly call: Call
  /** Who is asking, or why they may not. Runs before anything they sent is looked at. */
  readonly admit: (caller: Caller) => Promise<Admitted<unknown> | Outcome<never>>
  readonly answer: (input: unknown, caller: Caller, who: unknown) => Promise<Answer<unknown>>
}

/** The input has passed the call's schema by the time `answer` sees it, which is what makes the cast true. */
export function route<C extends Call>(
  call: C,
  answer: (input: InputOf<C>, caller: Caller) => Promise<Answer<AnswerOf<C>>>,
): Route {
  if (call.access !== 'anyone') throw new Error(`${call.name} is not for anyone`)
  const admit = async () => ({ kind: 'admitted', scope: 'anyone', who: undefined }) as const
  return { call, admit, answer: (input, caller) => answer(input as InputOf<C>, caller) }
}

export type IdentifyUser = (token: string) => Promise<SessionUser | undefined>

/** A call that needs a login. A demo account is refused where the call is not for it. */
export function userRoute<C extends Call>(
  call: C,
  identify: IdentifyUser,
  answer: (input: InputOf<C>, user: SessionUser, caller: Caller) => Promise<Answer<AnswerOf<C>>>,
): Route {
  const { access, name } = call
  if (access !== 'user' && access !== 'real_user') throw new Error(`${name} is not for users`)
  const admit: Route['admit'] = async ({ token }) => {
    const user = token === undefined ? undefined : await identify(token)
    if (user === undefined) return { kind: 'session_invalid' }
    if (access === 'real_user' && user.isDemo) return refused('demo_forbidden')
    return { kind: 'admitted', scope: `user:${user.userId}`, who: user }
  }
  return {
    call,
    admit,
    answer: (input, caller, who) => answer(input as InputOf<C>, who as SessionUser, caller),
  }
}

export type IdentifyOperator = (token: string) => Promise<SessionOperator | undefined>

/** A call of the console: each needs its role. */
export function operatorRoute<C extends Call>(
  call: C,
  identify: IdentifyOperator,
  answer: (input: InputOf<C>, operator: SessionOperator, caller: Caller) => Promise<Answer<AnswerOf<C>>>,
): Route {
  const { access, name } = call
  if (typeof access === 'string') throw new Error(`${name} is not for operators`)
  const admit: Route['admit'] = async ({ token }) => {
    const operator = token === undefined ? undefined : await identify(token)
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

/** The envelope of a success, encoded once for everyone who asks. */
export function prepare<C extends Call>(_call: C, data: AnswerOf<C>): Prepared {
  const plain = Buffer.from(JSON.stringify({ code: codes.success, msg: '', data }))
  let packed: Buffer | undefined
  const gzipped = () => {
    packed ??= gzipSync(plain, { level: 3 })
    return packed
  }
  return { kind: 'prepared', plain, gzipped }
}
