// The app and the console with the synthetic languages, for `npm run test:looks`.
import { join } from 'node:path'
import { buildOneScript } from '#tools/build-one-script.ts'
import { writeLooksLanguages } from '#tools/looks-languages.ts'

/** Builds the apps into a directory and returns it. */
export async function buildLooks(): Promise<string> {
  const dir = join('dist', 'looks')
  // The name must be `i18n`: the plugin that compiles messages recognises dictionaries by their path.
  const i18nDir = join(dir, 'i18n')
  await writeLooksLanguages(i18nDir)
  return await buildOneScript(dir, i18nDir)
}
