// How the calls of the console are sent.
import type { CallInput, Scalar } from '#browser/calls/call-request.ts'
import type { Caller } from '#browser/calls/caller.ts'
import type { Reason } from '#contract/envelope.ts'

export type CallOptions = { readonly signal?: AbortSignal | undefined }

/** An image of an identity document, or of a chat, on a slow connection. */
export const imageTimeoutMs = 60_000

/** A picture of 10 MB on a slow connection. */
export const uploadTimeoutMs = 5 * 60_000

export type PictureUpload = {
  readonly file: Blob
  /** Share of the bytes sent, from 0 to 1. */
  readonly onProgress: (sentShare: number) => void
  readonly signal: AbortSignal
}

export function createCallKinds({ call }: Pick<Caller, 'call'>) {
  return {
    /** Quiet, because screens show a failed read themselves. */
    read: <Answer>(path: string, input: CallInput<Scalar>, { signal }: CallOptions = {}) =>
      call<Answer>({ path: `/desk/api/${path}`, verb: 'GET', input, quiet: true, signal }),
    /** With a new key each time: a key that was kept could answer a later, equal request with an old outcome. */
    change: <Answer>(path: string, input: CallInput<Scalar>, inlineReasons: readonly Reason[] = []) =>
      call<Answer>({ path: `/desk/api/${path}`, verb: 'POST', input, changes: true, inlineReasons }),
    /** For what must happen once: an equal request after an unknown outcome is a repeat, not a second one. */
    once: <Answer>(path: string, input: CallInput<Scalar>, inlineReasons: readonly Reason[] = []) =>
      call<Answer>({
        ...{ path: `/desk/api/${path}`, verb: 'POST', input, changes: true, reusesKey: true },
        inlineReasons,
      }),
  }
}
