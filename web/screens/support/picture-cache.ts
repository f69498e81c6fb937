/** Addresses of pictures in the memory of the page, by name. */
export type PictureCache = {
  readonly known: (name: string) => string | undefined
  /** Reads a picture once, also for several callers. After a failure the next call reads again. */
  readonly load: (name: string) => Promise<string>
  /** A picture of this device needs no reading. */
  readonly keep: (name: string, picture: Blob) => void
  readonly clear: () => void
}

type Parts = {
  readonly read: (name: string) => Promise<Blob>
  readonly addresses: Pick<typeof URL, 'createObjectURL' | 'revokeObjectURL'>
}

/** Beyond it the oldest picture is dropped, and read again when it is shown again. */
const mostKept = 100

export function createPictureCache({ read, addresses }: Parts): PictureCache {
  const kept = new Map<string, string>()
  const loading = new Map<string, Promise<string>>()

  function keep(name: string, picture: Blob): string {
    const before = kept.get(name)
    if (before !== undefined) return before
    const address = addresses.createObjectURL(picture)
    kept.set(name, address)
    for (const [oldest, oldestAddress] of kept) {
      if (kept.size <= mostKept) break
      kept.delete(oldest)
      addresses.revokeObjectURL(oldestAddress)
    }
    return address
  }
  return {
    known: (name) => kept.get(name),
    load(name) {
      const address = kept.get(name)
      if (address !== undefined) return Promise.resolve(address)
      const started =
        loading.get(name) ??
        read(name)
          .then((picture) => keep(name, picture))
          .finally(() => loading.delete(name))
      loading.set(name, started)
      return started
    },
    keep: (name, picture) => void keep(name, picture),
    clear() {
      for (const address of kept.values()) addresses.revokeObjectURL(address)
      kept.clear()
    },
  }
}
