import { type CallFailure, isCallFailure } from '#browser/calls/call-failure.ts'
import type { Call } from '#browser/calls/call-request.ts'
import type { SupportMessage } from '#contract/calls/support.ts'
import { codes } from '#contract/envelope.ts'
import { sendSupportMessage } from '#web/calls/support.ts'
import type { OutboxItem } from '#web/support/outbox-storage.ts'

export type SendResult =
  | { readonly kind: 'sent'; readonly message: SupportMessage }
  | { readonly kind: 'refused'; readonly problem: string }
  /** The visitor's thread was claimed or deleted. The message goes to the next one. */
  | { readonly kind: 'thread_ended' }
  /** Sent again with the same key. `afterMs`: the server has named the time. */
  | { readonly kind: 'again'; readonly afterMs: number }

/** A wait that the server names is bounded, because the answer may come from anywhere. */
const maxWaitMs = 60_000

export async function sendItem(
  call: Call,
  thread: string | undefined,
  { key, text, images, orderId }: OutboxItem,
): Promise<SendResult> {
  const input = {
    ...(text === '' ? {} : { text }),
    ...(images.length === 0 ? {} : { images: images.map(({ name }) => name).join(',') }),
    ...(orderId === null ? {} : { order_id: orderId }),
  }
  try {
    return { kind: 'sent', message: await sendSupportMessage(call, thread, input, key) }
  } catch (failure) {
    if (!isCallFailure(failure)) throw failure
    return resultOf(failure)
  }
}

/** Only a refusal of the message is final. Anything else may or may not have been sent, and the key makes a repeat harmless. */
export function resultOf(failure: CallFailure): Exclude<SendResult, { kind: 'sent' }> {
  if (failure.kind === 'tooMany')
    return { kind: 'again', afterMs: Math.min(maxWaitMs, failure.retryAfterSeconds * 1_000) }
  if (failure.kind !== 'refused' || failure.code !== codes.refused) return { kind: 'again', afterMs: 0 }
  switch (failure.reason) {
    case 'busy':
    case 'outcome_unknown':
    // The request was slow to arrive.
    case 'request_timeout':
      return { kind: 'again', afterMs: 0 }
    case 'support_ended':
      return { kind: 'thread_ended' }
    default:
      return { kind: 'refused', problem: failure.msg }
  }
}
