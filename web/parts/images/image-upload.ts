import { type CallFailure, isCallFailure } from '#browser/calls/call-failure.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { ImageUploadAnswer } from '#contract/calls/identity.ts'
import type { ImageUpload } from '#web/calls/upload-image.ts'

/** The server's limit. */
export const maxImageBytes = 10 * 1024 * 1024

export type ImageProblem = 'too_large' | 'unsupported' | 'unreadable' | CallFailure

export type UploadImage =
  /** `problem` says what was wrong with the last image, until another one is picked. */
  | { readonly kind: 'empty'; readonly problem?: ImageProblem }
  | { readonly kind: 'uploading'; readonly preview: string; readonly done: number }
  /** `url` is the address on the server, which other calls take as input. */
  | { readonly kind: 'ready'; readonly preview: string; readonly url: string }

export type ImageUploadStore = ReadableStore<UploadImage> & {
  /** Replaces the current image. */
  readonly pick: (file: Blob) => Promise<void>
  /** Reports that the browser cannot display the image. */
  readonly broken: () => void
  /** Cancels the upload, or removes the image. */
  readonly clear: () => void
}

type ImageUploadParts = {
  readonly upload: (upload: ImageUpload) => Promise<ImageUploadAnswer>
  /** Creates and revokes the URL of the preview. */
  readonly addresses: Pick<typeof URL, 'createObjectURL' | 'revokeObjectURL'>
}

/** Uploads one image from the file picker. A failure clears the image and keeps the problem. */
export function createImageUpload({ upload, addresses }: ImageUploadParts): ImageUploadStore {
  const image = createValueStore<UploadImage>({ kind: 'empty' })
  let controller = new AbortController()

  function setImage(next: UploadImage): void {
    const before = image.getSnapshot()
    const isOther = before.kind !== 'empty' && (next.kind === 'empty' || next.preview !== before.preview)
    if (isOther) addresses.revokeObjectURL(before.preview)
    image.set(next)
  }
  function clear(problem?: ImageProblem): void {
    controller.abort()
    setImage(problem === undefined ? { kind: 'empty' } : { kind: 'empty', problem })
  }
  async function send(file: Blob, signal: AbortSignal): Promise<void> {
    const preview = addresses.createObjectURL(file)
    setImage({ kind: 'uploading', preview, done: 0 })
    const onProgress = (done: number) => {
      if (!signal.aborted) setImage({ kind: 'uploading', preview, done })
    }
    try {
      const { url } = await upload({ file, onProgress, signal })
      if (!signal.aborted) setImage({ kind: 'ready', preview, url })
    } catch (failure) {
      if (!isCallFailure(failure)) throw failure
      if (!signal.aborted) clear(failure)
    }
  }
  return {
    getSnapshot: image.getSnapshot,
    subscribe: image.subscribe,
    async pick(file) {
      clear()
      controller = new AbortController()
      const { signal } = controller
      const problem = await problemOf(file)
      if (signal.aborted) return
      if (problem === undefined) await send(file, signal)
      else clear(problem)
    },
    broken: () => clear('unreadable'),
    clear: () => clear(),
  }
}

/** Checks size and type before the upload. */
async function problemOf(file: Blob): Promise<ImageProblem | undefined> {
  if (file.size > maxImageBytes) return 'too_large'
  try {
    const first = await file.slice(0, signatureBytes).arrayBuffer()
    return imageKindOf(new Uint8Array(first)) === undefined ? 'unsupported' : undefined
  } catch {
    // The file was deleted, or is in cloud storage that cannot be reached.
    return 'unreadable'
  }
}

type ImageKind = 'jpeg' | 'png' | 'webp'

/** Bytes needed to detect the type. */
const signatureBytes = 12

/** Detects the type by its first bytes: the file name and the type given by the browser may both be wrong. */
export function imageKindOf(bytes: Uint8Array): ImageKind | undefined {
  const hasAt = (at: number, ...signature: readonly number[]) =>
    signature.every((byte, offset) => bytes[at + offset] === byte)
  if (hasAt(0, 0xff, 0xd8, 0xff)) return 'jpeg'
  if (hasAt(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  const isRiff = hasAt(0, 0x52, 0x49, 0x46, 0x46)
  return isRiff && hasAt(8, 0x57, 0x45, 0x42, 0x50) ? 'webp' : undefined
}
