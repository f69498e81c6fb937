import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { SupportPicture } from '#contract/calls/support.ts'
import { supportLimits } from '#core/support/support.ts'
import type { ImageUpload } from '#web/calls/upload-image.ts'
import { createImageUpload, type ImageUploadStore, type UploadImage } from '#web/parts/images/image-upload.ts'

export type TrayPicture = { readonly id: number; readonly image: UploadImage }

/** The pictures of the message that is being written. */
export type PictureTray = ReadableStore<readonly TrayPicture[]> & {
  /** Uploads as many of the files as fit. False if some do not. */
  readonly add: (files: readonly Blob[]) => boolean
  readonly remove: (id: number) => void
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

export function createPictureTray({ upload, addresses }: Parts): PictureTray {
  const shown = createValueStore<readonly TrayPicture[]>([])
  const uploads = new Map<number, ImageUploadStore>()
  const uploaded = new Map<string, SupportPicture>()
  let lastId = 0

  function publish(): void {
    shown.set([...uploads].map(([id, store]) => ({ id, image: store.getSnapshot() })))
  }
  async function send(file: ImageUpload): Promise<{ readonly url: string }> {
    const picture = await upload(file)
    uploaded.set(picture.name, picture)
    return { url: picture.name }
  }
  function addOne(file: Blob): void {
    const store = createImageUpload({ upload: send, addresses })
    lastId += 1
    uploads.set(lastId, store)
    store.subscribe(publish)
    void store.pick(file)
  }
  function remove(id: number): void {
    const store = uploads.get(id)
    uploads.delete(id)
    store?.clear()
    publish()
  }
  function clear(): void {
    for (const id of [...uploads.keys()]) remove(id)
  }
  return {
    ...{ getSnapshot: shown.getSnapshot, subscribe: shown.subscribe, remove, clear },
    add(files) {
      const free = supportLimits.pictures - uploads.size
      for (const file of files.slice(0, free)) addOne(file)
      publish()
      return files.length <= free
    },
    broken: (id) => uploads.get(id)?.broken(),
    ready: () =>
      shown
        .getSnapshot()
        .map(({ image }) => (image.kind === 'ready' ? uploaded.get(image.url) : undefined))
        .filter((picture) => picture !== undefined),
  }
}
