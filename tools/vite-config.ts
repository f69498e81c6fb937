import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'
import { compiledMessages } from '#tools/compiled-messages.ts'
import { firstVisitFiles } from '#tools/first-visit.ts'

export type BrowserApp = 'web' | 'desk'

/** How either browser app is built and, in development, served. */
export function viteConfig(app: BrowserApp, outDir?: string): InlineConfig {
  return {
    configFile: false,
    root: resolve(app),
    base: app === 'web' ? '/' : '/desk/',
    logLevel: 'warn',
    // Each its own: two servers that watch would undo each other's prepared packages.
    cacheDir: resolve('node_modules', '.cache', `vite-${app}`),
    plugins: [react(), tailwindcss(), compiledMessages()],
    build: {
      target: 'es2023',
      ...(outDir === undefined ? {} : { outDir: resolve(outDir) }),
      emptyOutDir: true,
      // Inlined files would need `data:` in places the content security policy keeps closed.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      ...(app === 'web'
        ? { rolldownOptions: { output: { codeSplitting: { groups: [firstVisit()] } } } }
        : {}),
    },
  }
}

/** One chunk for what a first visit needs, whatever else needs it, too. */
function firstVisit() {
  const files = firstVisitFiles('.')
  return { name: 'first-visit', test: (id: string) => files.has(id) }
}
