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
  /** The key of an earlier try of the same intent; a new one is made when it is left out. */
  readonly key?: string | undefined
  /** The key was made for this very request, to be kept before it is sent: nothing was tried under it yet. */
  readonly isNewKey?: boolean | undefined
  /** A 999 to it means "not logged in", and leads nowhere. */
  readonly initial?: boolean
  /** The loading indicator is shown while it runs. */
  readonly loading?: boolean
  /**
   * No toast: whatever comes, or only when it is refused or nobody could say how it went, which its screen then says beside
   * the field.
   */
  readonly quiet?: boolean | 'refused' | undefined
  readonly signal?: AbortSignal | undefined
  /** Of a change that must not stay in doubt: nobody can say how the first try went, and it is asked again. */
  readonly onDoubt?: (() => void) | undefined
  /** How it is sent when not by fetch: an upload that tells how far it has come. */
  readonly send?: Send
}

/** What fetch does, for requests of ours. */
export type Send = (url: string, init: RequestInit) => Promise<Response>

export type Call = <Answer>(request: CallRequest) => Promise<Answer>
