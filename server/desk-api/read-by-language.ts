import { languages } from '#i18n/languages.ts'

const languageCodes: ReadonlySet<string> = new Set(languages.map(({ code }) => code))

/** Reads a JSON object with a value for each language. Undefined if it is another one, or `read` refuses a value. */
export function readByLanguage<Value>(
  text: string,
  read: (value: unknown) => Value | undefined,
): Readonly<Record<string, Value>> | undefined {
  const object = parsed(text)
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return undefined
  const byLanguage: Record<string, Value> = {}
  for (const [code, written] of Object.entries(object)) {
    const value = languageCodes.has(code) ? read(written) : undefined
    if (value === undefined) return undefined
    byLanguage[code] = value
  }
  return byLanguage
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The only fault is text that is not JSON.
    return undefined
  }
}
