import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'
import { chunkFiles, retryableChunks } from '#tools/chunk-loading.ts'
import { compiledMessages } from '#tools/compiled-messages.ts'
import { firstVisitFiles } from '#tools/first-visit.ts'
import { serviceWorkerInDevelopment } from '#tools/service-worker.ts'

export type BrowserApp = 'web' | 'desk'

/** Vite configuration of a browser app, for the build and for development. `i18nDir` replaces the dictionaries. */
export function viteConfig(app: BrowserApp, outDir?: string, i18nDir?: string): InlineConfig {
  return {
    configFile: false,
    root: resolve(app),
    base: app === 'web' ? '/' : '/desk/',
    logLevel: 'warn',
    // One cache per app. In a shared cache, two development servers would overwrite each other's prepared packages.
    cacheDir: resolve('node_modules', '.cache', `vite-${app}`),
    ...(i18nDir === undefined
      ? {}
      : { resolve: { alias: [{ find: /^#i18n\//, replacement: `${resolve(i18nDir)}/` }] } }),
    plugins: [
      react(),
      tailwindcss(),
      compiledMessages(),
      retryableChunks(),
      ...(app === 'web' ? [serviceWorkerInDevelopment()] : []),
    ],
    build: {
      target: 'es2023',
      ...(outDir === undefined ? {} : { outDir: resolve(outDir) }),
      emptyOutDir: true,
      // Inlined files would need `data:` URLs, which the content security policy forbids.
      assetsInlineLimit: 0,
      // Chunks have no styles of their own: the chunk loader loads scripts only.
      cssCodeSplit: false,
      modulePreload: { polyfill: false, resolveDependencies: chunkFiles },
      ...(app === 'web'
        ? { rolldownOptions: { output: { codeSplitting: { groups: [firstVisit()] } } } }
        : {}),
    },
  }
}

/** One chunk for all files of a first visit, even if other screens need them too. */
function firstVisit() {
  const files = firstVisitFiles('.')
  return { name: 'first-visit', test: (id: string) => files.has(id) }
}
