import { createChunkLoader } from '#browser/chunks/chunk-loader.ts'

/** The build makes every `import()` of the page call it. */
export const { load: loadChunk, onOutdated: onPageOutdated } = createChunkLoader({
  fetch: (file) => fetch(file, { signal: AbortSignal.timeout(fetchTimeoutMs) }),
  isInPage: (file) => document.querySelector(`script[src="${file}"], link[href="${file}"]`) !== null,
  isReachable: () =>
    fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    ),
})

const fetchTimeoutMs = 60_000
