export type Scalar = string | number | boolean

/** Undefined and null are left out; to send "nothing" to a call that wants to be told, send an empty string. */
export type CallInput<Value> = Readonly<Record<string, Value | undefined | null>>

type PlainBody = { readonly encoding?: 'json' | 'form'; readonly input?: CallInput<Scalar> }
type MultipartBody = { readonly encoding: 'multipart'; readonly input: CallInput<Scalar | Blob> }

export type CallRequest = (PlainBody | MultipartBody) & {
  /** From the API's root, without a query: what goes there is in `input`. */
  readonly path: string
  /** GET and DELETE carry their input in the query, POST in the body. */
  readonly verb: 'GET' | 'POST' | 'DELETE'
  /** It changes something: it carries an idempotency key. */
  readonly changes?: boolean
  /** The idempotency key, if it was kept before the request is sent; one is made when it is left out. */
  readonly key?: string | undefined
  /** A 999 to it means "not logged in", and leads nowhere. */
  readonly background?: boolean
  /** It concerns an account and not a session: its answer is shown although the session has ended meanwhile. */
  readonly outlivesSession?: boolean
  /** The loading indicator is shown while it runs. */
  readonly loading?: boolean
  /**
   * No toast: never; not for a refusal (`refused`); or not for a refusal and a lost answer (`shown`), which the screen
   * shows itself.
   */
  readonly quiet?: boolean | 'refused' | 'shown' | undefined
  readonly signal?: AbortSignal | undefined
  /** How it is sent when not by fetch: an upload that tells how far it has come. */
  readonly send?: Send
}

/** What fetch does, for requests of ours. */
export type Send = (url: string, init: RequestInit) => Promise<Response>

export type Call = <Answer>(request: CallRequest) => Promise<Answer>
