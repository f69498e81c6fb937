import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const dictionary = /\/i18n\/(?:web\/[a-z]+|desk)\/[a-z]{2,3}\.ts$/

/**
 * Compiles the ICU messages of the dictionaries at build time, so that the bundle needs no parser. A message that does
 * not parse fails the build.
 */
export function compiledMessages(): Plugin {
  return {
    name: 'openlot-compiled-messages',
    enforce: 'pre',
    async load(id) {
      const file = id.split('?', 1)[0] ?? id
      if (!dictionary.test(file)) return undefined
      this.addWatchFile(file)
      const { messages } = (await import(`${file}?${cacheBuster(this.meta.watchMode)}`)) as {
        messages: Record<string, string>
      }
      const compiled = Object.entries(messages).map(([key, text]) => [key, compileMessage(text)])
      return `export const messages = ${JSON.stringify(Object.fromEntries(compiled))}`
    },
  }
}

let imports = 0

/** Part of an import URL. In watch mode it changes each time, so that Node reads an edited dictionary again. */
function cacheBuster(isWatching: boolean): string {
  return isWatching ? `reading=${++imports}` : ''
}
