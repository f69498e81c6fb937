import type { Call } from '#browser/calls/call-request.ts'
import { sendWithProgress } from '#browser/calls/send-with-progress.ts'
import type { ImageUploadAnswer } from '#contract/calls/identity.ts'

export type ImageUpload = {
  readonly file: Blob
  /** Share of the bytes sent, from 0 to 1. */
  readonly onProgress: (sentShare: number) => void
  readonly signal: AbortSignal
}

/** Uploads one image. Quiet: the image field shows the result. */
export function uploadImage(
  call: Call,
  { file, onProgress, signal }: ImageUpload,
): Promise<ImageUploadAnswer> {
  return call({
    path: '/api/common/image_upload',
    verb: 'POST',
    encoding: 'multipart',
    input: { file },
    changes: true,
    quiet: true,
    signal,
    timeoutMs: uploadTimeoutMs,
    send: sendWithProgress(onProgress),
  })
}

/** Enough for an image of 10 MB on a very slow connection. */
export const uploadTimeoutMs = 10 * 60_000
