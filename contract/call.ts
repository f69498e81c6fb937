import type { Static, TObject, TSchema } from 'typebox'
import type { OperatorRole } from '#core/account/operator-role.ts'

export type Verb = 'GET' | 'POST' | 'DELETE'

/** Who may make a call: any visitor, a user, a user whose account is no demo, or operators in one of these roles. */
export type Access = 'anyone' | 'user' | 'real_user' | readonly OperatorRole[]

/** One call of the wire: where it is, what it takes and what it gives. The schema validates, types and documents. */
export type Call<Input extends TObject = TObject, Answer extends TSchema = TSchema> = {
  readonly name: string
  readonly group: string
  readonly summary: string
  readonly path: string
  /** The verb of the product's own client. A call that changes something answers POST besides. */
  readonly verb: Verb
  readonly changes: boolean
  readonly access: Access
  /** It opens a session or carries a password: what it did is never remembered under an idempotency key. */
  readonly carriesSecret?: true
  /**
   * Whoever does it keeps what it did itself, together with what it changed, and answers repeats by it. It is limited
   * by account, too.
   */
  readonly outcomeKeptBy?: 'engine'
  /** It takes one file besides, as multipart, under the name `file`. */
  readonly takesFile?: true
  readonly input: Input
  readonly answer: Answer
}

export type InputOf<C extends Call> = Static<C['input']>
export type AnswerOf<C extends Call> = Static<C['answer']>

export function defineCall<Input extends TObject, Answer extends TSchema>(
  call: Call<Input, Answer>,
): Call<Input, Answer> {
  return call
}

/** The verbs a call answers. A browser or a proxy may repeat a GET, so what changes something also takes POST. */
export function verbsOf(call: Pick<Call, 'verb' | 'changes'>): readonly Verb[] {
  return call.changes && call.verb !== 'POST' ? [call.verb, 'POST'] : [call.verb]
}
