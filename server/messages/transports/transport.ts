import type { Message } from '#server/messages/message.ts'
import type { RenderedText } from '#server/messages/render-message.ts'

/** A message with its text, ready for a transport. */
export type RenderedMessage = RenderedText & {
  /** The same on every attempt, so that the receiver can detect duplicates. */
  readonly id: string
  readonly message: Message
  readonly createdAtMs: number
}

/** `isFinal` means that a retry is useless. `why` is a short cause that never quotes the server's answer. */
export type DeliveryResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly isFinal: boolean; readonly why: string }

/** Delivers messages of one channel. A rejection of `deliver` counts as a failed attempt. */
export type Transport = {
  /** Maximum number of parallel deliveries. */
  readonly concurrency: number
  readonly deliver: (rendered: RenderedMessage) => Promise<DeliveryResult>
  /** Aborts running deliveries. */
  readonly close: () => void
}

/** The error's code, such as ENOSPC. Its message is never logged: it could quote a recipient or a code. */
export function errorCode(fault: unknown): string {
  const code = fault instanceof Error && 'code' in fault ? fault.code : undefined
  return typeof code === 'string' && /^[A-Z0-9_]{1,32}$/.test(code) ? code : 'fault'
}
