export type ChunkLoader = {
  /** Imports a chunk once `files`, the chunk itself and all that it imports, have been fetched. */
  readonly load: <Module>(importChunk: () => Promise<Module>, files: readonly string[]) => Promise<Module>
  /** Calls `listener` when the server no longer has a file: a new version was deployed while the page was open. */
  readonly onOutdated: (listener: () => void) => void
}

type ChunkLoaderParts = {
  readonly fetch: (file: string) => Promise<Pick<Response, 'ok' | 'status' | 'arrayBuffer'>>
  /** Whether the page itself has loaded the file. */
  readonly isInPage: (file: string) => boolean
  readonly isReachable: () => Promise<boolean>
}

/**
 * Fetches the files of a chunk before it imports them from the cache. A browser may keep the failure of an `import()`
 * for as long as the page is open, and then no retry could succeed. The failure of a `fetch` is not kept.
 */
export function createChunkLoader({ fetch, isInPage, isReachable }: ChunkLoaderParts): ChunkLoader {
  const fetched = new Map<string, Promise<void>>()
  const listeners = new Set<() => void>()

  function fetchOnce(file: string): Promise<void> {
    const present = fetched.get(file)
    if (present !== undefined) return present
    const started = (isInPage(file) ? Promise.resolve() : fetchFile(file)).catch((fault: unknown) => {
      fetched.delete(file)
      throw fault
    })
    fetched.set(file, started)
    return started
  }

  async function fetchFile(file: string): Promise<void> {
    const response = await fetch(file)
    if (response.status === 404) reportOutdated()
    if (!response.ok) throw new Error(`${file} could not be fetched: status ${response.status}`)
    // The whole file must be in the cache before it is imported.
    await response.arrayBuffer()
  }

  function reportOutdated(): void {
    for (const listener of listeners) listener()
  }

  return {
    async load(importChunk, files) {
      await Promise.all(files.map(fetchOnce))
      try {
        return await importChunk()
      } catch (fault) {
        // Only a new page can import it now. While the server is unreachable, a reload would lose the page.
        if (await isReachable()) reportOutdated()
        throw fault
      }
    },
    onOutdated: (listener) => void listeners.add(listener),
  }
}
