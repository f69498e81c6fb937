import type { Static, TObject, TSchema } from 'typebox'
import type { OperatorRole } from '#core/user/operator-role.ts'

export type Verb = 'GET' | 'POST' | 'DELETE'

/** Who may make a call: any visitor, any user, a user with a real account, or operators with one of these roles. */
export type Access = 'anyone' | 'user' | 'real_user' | readonly OperatorRole[]

/** Definition of an API call. Its schemas validate input, derive types and generate the documentation. */
export type Call<Input extends TObject = TObject, Answer extends TSchema = TSchema> = {
  readonly name: string
  readonly group: string
  readonly summary: string
  readonly path: string
  /** The verb that our own client uses. A call that changes something also accepts POST. */
  readonly verb: Verb
  readonly changes: boolean
  readonly access: Access
  /** Opens a session or carries a password: its outcome is never stored under an idempotency key. */
  readonly carriesSecret?: true
  /**
   * `engine`: the engine stores the outcome in the same transaction as the change, and answers repeated requests with
   * it. `record`: the call writes one record, unique by user and idempotency key, and a repeated request is answered from
   * that record. Both kinds are also rate-limited by account.
   */
  readonly outcomeKeptBy?: 'engine' | 'record'
  /**
   * How the call changes the risk of an account. One that reduces it has rate limits of its own. One that adds to it
   * waits while many do.
   */
  readonly risk?: 'adds' | 'reduces' | 'reduces_without_stops'
  /** Takes one multipart file, named `file`. */
  readonly takesFile?: true
  /** For long texts of operators: bodies may have 512 KiB. */
  readonly hasLargeBody?: true
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

/** A browser or proxy may repeat a GET, so a call that changes something also accepts POST. */
export function verbsOf(call: Pick<Call, 'verb' | 'changes'>): readonly Verb[] {
  return call.changes && call.verb !== 'POST' ? [call.verb, 'POST'] : [call.verb]
}
