import type { ImageUploadAnswer } from '#contract/calls/identity.ts'
import type { Call } from '#web/calls/call-request.ts'
import { sendTellingProgress } from '#web/calls/send-telling-progress.ts'

export type Upload = {
  readonly file: Blob
  /** How much of it has left, from 0 to 1. */
  readonly onProgress: (done: number) => void
  readonly signal: AbortSignal
}

/** Sends one picture. Quiet: the place the picture was chosen for says what became of it. */
export function uploadImage(call: Call, { file, onProgress, signal }: Upload): Promise<ImageUploadAnswer> {
  return call({
    path: '/api/common/image_upload',
    verb: 'POST',
    encoding: 'multipart',
    input: { file },
    changes: true,
    quiet: true,
    signal,
    send: sendTellingProgress(onProgress),
  })
}
