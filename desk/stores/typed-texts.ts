import { isRecord } from '#browser/platform/parse-record.ts'
import type { ReadableStore } from '#browser/platform/value-store.ts'
import type { StoredText } from '#browser/storage/stored-text.ts'
import { createKeptByKey, operatorKey } from '#desk/stores/kept-by-key.ts'
import { type LanguageCode, languages } from '#i18n/languages.ts'

export type TextFields = { readonly title: string; readonly description: string; readonly body: string }

/** Text that was typed and is not saved. `revision` is that of the saved text it started from. */
export type TypedText = TextFields & { readonly revision: number }
export type TypedTexts = Readonly<Partial<Record<LanguageCode, TypedText>>>

/** By key of an operator and an article. */
export type TypedTextsStore = ReadableStore<Readonly<Record<string, TypedTexts>>> & {
  readonly set: (key: string, texts: TypedTexts) => void
}

export const typedTextsStorageKey = 'openlot.desk_typed_texts'

export const typedTextsKey = operatorKey

/** Unsaved texts of articles, until they are saved or discarded. */
export function createTypedTexts(stored: StoredText): TypedTextsStore {
  const kept = createKeptByKey(stored, typedTextsOf)
  return {
    ...kept,
    set: (key, texts) => kept.set(key, Object.keys(texts).length === 0 ? undefined : texts),
  }
}

/** Skips what is not a typed text. */
function typedTextsOf(value: unknown): TypedTexts {
  if (!isRecord(value)) return {}
  const found = languages.map(({ code }) => [code, typedTextOf(value[code])] as const)
  return Object.fromEntries(found.filter(([, text]) => text !== undefined))
}

function typedTextOf(value: unknown): TypedText | undefined {
  if (!isRecord(value)) return undefined
  const { title, description, body, revision } = value
  const areTexts = typeof title === 'string' && typeof description === 'string' && typeof body === 'string'
  return areTexts && typeof revision === 'number' ? { title, description, body, revision } : undefined
}
