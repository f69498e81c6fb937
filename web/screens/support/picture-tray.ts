import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { SupportPicture } from '#contract/calls/support.ts'
import { supportLimits } from '#core/support/support.ts'
import type { ImageUpload } from '#web/calls/upload-image.ts'
import {
  createImageUpload,
  type ImageProblem,
  type ImageUploadStore,
  type UploadImage,
} from '#web/parts/images/image-upload.ts'

/** `checking`: the file is being read, before its upload. */
export type TrayImage =
  | Exclude<UploadImage, { readonly kind: 'empty' }>
  | { readonly kind: 'checking' }
  | { readonly kind: 'failed'; readonly problem: ImageProblem }

export type TrayPicture = { readonly id: number; readonly image: TrayImage }

/** The pictures of the message that is being written. */
export type PictureTray = ReadableStore<readonly TrayPicture[]> & {
  /** Uploads as many of the files as fit. False if some do not. */
  readonly add: (files: readonly Blob[]) => boolean
  readonly remove: (id: number) => void
  /** Uploads a failed picture again. */
  readonly retry: (id: number) => void
  /** The browser cannot show the picture. */
  readonly broken: (id: number) => void
  /** The uploaded pictures. */
  readonly ready: () => readonly SupportPicture[]
  readonly clear: () => void
}

type Parts = {
  readonly upload: (upload: ImageUpload) => Promise<SupportPicture>
  readonly addresses: Pick<typeof URL, 'createObjectURL' | 'revokeObjectURL'>
}

type Upload = { readonly file: Blob; readonly store: ImageUploadStore }

export function createPictureTray({ upload, addresses }: Parts): PictureTray {
  const shown = createValueStore<readonly TrayPicture[]>([])
  const uploads = new Map<number, Upload>()
  const uploaded = new Map<string, SupportPicture>()
  let lastId = 0

  function publish(): void {
    shown.set([...uploads].map(([id, { store }]) => ({ id, image: shownImage(store.getSnapshot()) })))
  }
  async function send(file: ImageUpload): Promise<{ readonly url: string }> {
    const picture = await upload(file)
    uploaded.set(picture.name, picture)
    return { url: picture.name }
  }
  function addOne(file: Blob): void {
    const store = createImageUpload({ upload: send, addresses })
    lastId += 1
    uploads.set(lastId, { file, store })
    store.subscribe(publish)
    void store.pick(file)
  }
  function remove(id: number): void {
    const removed = uploads.get(id)
    uploads.delete(id)
    removed?.store.clear()
    publish()
  }
  function retry(id: number): void {
    const failed = uploads.get(id)
    if (failed !== undefined) void failed.store.pick(failed.file)
  }
  function clear(): void {
    for (const id of [...uploads.keys()]) remove(id)
  }
  return {
    ...{ getSnapshot: shown.getSnapshot, subscribe: shown.subscribe, remove, retry, clear },
    add(files) {
      const free = supportLimits.pictures - uploads.size
      for (const file of files.slice(0, free)) addOne(file)
      publish()
      return files.length <= free
    },
    broken: (id) => uploads.get(id)?.store.broken(),
    ready: () =>
      shown
        .getSnapshot()
        .map(({ image }) => (image.kind === 'ready' ? uploaded.get(image.url) : undefined))
        .filter((picture) => picture !== undefined),
  }
}

/** An image of the tray is empty only while its file is read, or after a problem. */
function shownImage(image: UploadImage): TrayImage {
  if (image.kind !== 'empty') return image
  return image.problem === undefined ? { kind: 'checking' } : { kind: 'failed', problem: image.problem }
}

/** Why a message with these pictures cannot be sent yet. */
export function waitReason(pictures: readonly TrayPicture[]): 'failed' | 'busy' | undefined {
  if (pictures.some(({ image }) => image.kind === 'failed')) return 'failed'
  return pictures.every(({ image }) => image.kind === 'ready') ? undefined : 'busy'
}
