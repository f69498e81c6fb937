// The app and the console as one script each, for tests that open a page hundreds of times: loading the usual 80 chunks
// takes longer than most tests, because Playwright turns off the cache of a page whose calls are stubbed.
import { join } from 'node:path'
import { build } from 'vite'
import { buildServiceWorker } from '#tools/service-worker.ts'
import { viteConfig } from '#tools/vite-config.ts'

/** Builds into the directory and returns it. Each run builds again. `i18nDir` replaces the dictionaries. */
export async function buildOneScript(dir: string, i18nDir?: string): Promise<string> {
  for (const app of ['web', 'desk'] as const) {
    const config = viteConfig(app, join(dir, app), i18nDir)
    const rolldownOptions = { output: { codeSplitting: false } }
    await build({ ...config, build: { ...config.build, rolldownOptions, chunkSizeWarningLimit: Infinity } })
  }
  await buildServiceWorker(join(dir, 'web'))
  return dir
}
