// The app and the console with the synthetic languages, for `npm run test:looks`.
import { join } from 'node:path'
import { build } from 'vite'
import { writeLooksLanguages } from '#tools/looks-languages.ts'
import { buildServiceWorker } from '#tools/service-worker.ts'
import { viteConfig } from '#tools/vite-config.ts'

/** Builds the apps into a directory and returns it. Each run builds again. */
export async function buildLooks(): Promise<string> {
  const dir = join('dist', 'looks')
  // The name must be `i18n`: the plugin that compiles messages recognises dictionaries by their path.
  const i18nDir = join(dir, 'i18n')
  await writeLooksLanguages(i18nDir)
  for (const app of ['web', 'desk'] as const) await build(viteConfig(app, join(dir, app), i18nDir))
  await buildServiceWorker(join(dir, 'web'))
  return dir
}
