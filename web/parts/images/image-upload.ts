import { type CallFailure, isCallFailure } from '#browser/calls/call-failure.ts'
import { type ImageFileProblem, problemOfImage } from '#browser/images/image-file.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { ImageUploadAnswer } from '#contract/calls/identity.ts'
import type { ImageUpload } from '#web/calls/upload-image.ts'

export type ImageProblem = ImageFileProblem | CallFailure

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
      const problem = await problemOfImage(file)
      if (signal.aborted) return
      if (problem === undefined) await send(file, signal)
      else clear(problem)
    },
    broken: () => clear('unreadable'),
    clear: () => clear(),
  }
}
