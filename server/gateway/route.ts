import { gzipSync } from 'node:zlib'
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { codes } from '#contract/codes.ts'
import type { Outcome } from '#contract/outcome.ts'
import type { LanguageCode } from '#i18n/languages.ts'

/** Who is asking, as far as the request itself tells. */
export type Caller = {
  readonly language: LanguageCode
  readonly token: string | undefined
  readonly address: string
}

/** A success whose whole envelope was encoded before, for calls that many ask at once. */
export type Prepared = {
  readonly kind: 'prepared'
  readonly plain: Buffer
  /** A sixth of it: these are long lists, and phones pay for every byte. Packed for the first who takes it. */
  readonly gzipped: () => Buffer
}

/** A call and the function that answers it: one call to a door, and a translation of what it says. */
export type Route = {
  readonly call: Call
  readonly answer: (input: unknown, caller: Caller) => Promise<Outcome<unknown> | Prepared>
}

/** The input has passed the call's schema by the time `answer` sees it, which is what makes the cast true. */
export function route<C extends Call>(
  call: C,
  answer: (input: InputOf<C>, caller: Caller) => Promise<Outcome<AnswerOf<C>> | Prepared>,
): Route {
  return { call, answer: (input, caller) => answer(input as InputOf<C>, caller) }
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
