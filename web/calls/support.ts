import type { Call, CallInput, Scalar } from '#browser/calls/call-request.ts'
import type { Caller } from '#browser/calls/caller.ts'
import { readImage } from '#browser/calls/read-image.ts'
import { sendWithProgress } from '#browser/calls/send-with-progress.ts'
import type {
  SupportMarkInput,
  SupportMessage,
  SupportMessagesAnswer,
  SupportMessagesInput,
  SupportOpenAnswer,
  SupportPicture,
  SupportSendInput,
  SupportThread,
} from '#contract/calls/support.ts'
import { type ImageUpload, uploadTimeoutMs } from '#web/calls/upload-image.ts'

// Calls of the support chat. `thread` is the token of a visitor's thread, undefined for users. All are quiet: the chat
// shows what went wrong.

type Thread = string | undefined

/** Without an idempotency key of its own: a thread without messages is deleted after a day. */
export function openSupportThread(call: Call): Promise<SupportOpenAnswer> {
  return call({ path: '/api/support/open', verb: 'POST', quiet: true })
}

/** In the background: the chat reads messages by itself. */
export function readSupportMessages(
  call: Call,
  thread: Thread,
  input: SupportMessagesInput,
): Promise<SupportMessagesAnswer> {
  const fields: CallInput<Scalar> = input
  return call({
    ...{ path: '/api/support/messages', verb: 'GET', thread },
    ...{ input: fields, background: true, quiet: true },
  })
}

/** May be repeated with the same key: the server sends the message once. */
export function sendSupportMessage(
  call: Call,
  thread: Thread,
  input: SupportSendInput,
  key: string,
): Promise<SupportMessage> {
  const fields: CallInput<Scalar> = input
  return call({
    ...{ path: '/api/support/send', verb: 'POST', thread, changes: true, key },
    ...{ input: fields, quiet: true },
  })
}

export function markSupport(call: Call, thread: Thread, input: SupportMarkInput): Promise<SupportThread> {
  return call({
    ...{ path: '/api/support/mark', verb: 'POST', thread, changes: true },
    ...{ input, background: true, quiet: true },
  })
}

export function tellSupportTyping(call: Call, thread: Thread): Promise<null> {
  return call({
    ...{ path: '/api/support/typing', verb: 'POST', thread, changes: true },
    ...{ background: true, quiet: true },
  })
}

/** Idempotent, so it is sent without a key, which would store the token with the outcome. */
export function claimSupportThread(call: Call, thread: string): Promise<SupportThread> {
  return call({
    ...{ path: '/api/support/claim', verb: 'POST', input: { thread } },
    ...{ background: true, quiet: true },
  })
}

export function uploadSupportPicture(
  call: Call,
  thread: Thread,
  { file, onProgress, signal }: ImageUpload,
): Promise<SupportPicture> {
  return call({
    path: '/api/support/image_upload',
    verb: 'POST',
    encoding: 'multipart',
    input: { file },
    ...{ thread, changes: true, quiet: true, signal },
    timeoutMs: uploadTimeoutMs,
    send: sendWithProgress(onProgress),
  })
}

export function readSupportPicture({ callAs }: Caller, thread: Thread, name: string): Promise<Blob> {
  return callAs(
    {
      ...{ path: '/api/support/image', verb: 'GET', input: { name } },
      ...{ thread, background: true, quiet: true },
    },
    readImage,
  )
}
