import type { ModulePreloadOptions, Plugin } from 'vite'

/** The module whose function Vite calls around every `import()` of a build. */
const preloadHelper = '\0vite/preload-helper.js'

/** Loads chunks with our own loader, whose failures can be retried. */
export function retryableChunks(): Plugin {
  let base = '/'
  return {
    name: 'openlot-retryable-chunks',
    enforce: 'pre',
    configResolved(config) {
      base = config.base
    },
    load(id) {
      if (id !== preloadHelper) return undefined
      return `import { loadChunk } from '#browser/chunks/load-chunk.ts'
const urlOf = (file) => ${JSON.stringify(base)} + file
export const __vitePreload = (importChunk, files = []) => loadChunk(importChunk, files.map(urlOf))`
    },
  }
}

/** Vite passes no files for a chunk that imports nothing, but the loader needs the chunk itself. */
export const chunkFiles: NonNullable<ModulePreloadOptions['resolveDependencies']> = (
  file,
  imports,
  { hostType },
) => (hostType === 'js' && imports.length === 0 ? [file] : imports)
