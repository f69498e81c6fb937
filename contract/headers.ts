import { defaultLanguage, type LanguageCode, languageFromCode } from '#i18n/languages.ts'

type Header = string | readonly string[] | undefined

/** Language of the `lang` header, or the default one. */
export function readLanguage(header: Header): LanguageCode {
  return readStatedLanguage(header) ?? defaultLanguage
}

/** Undefined if the header is missing or names no known language. */
export function readStatedLanguage(header: Header): LanguageCode | undefined {
  const text = single(header)
  return text === undefined ? undefined : languageFromCode(text)
}

/** Session token of the `authorization` header, with or without `Bearer `. Undefined if malformed. */
export function readToken(header: Header): string | undefined {
  const token = single(header)
    ?.replace(/^bearer +/i, '')
    .trim()
  return token !== undefined && /^[\w-]{1,128}$/.test(token) ? token : undefined
}

/** Token of a visitor's support thread, from the header of this name. Undefined if malformed. */
export const threadHeader = 'support-thread'

export function readThreadToken(header: Header): string | undefined {
  const token = single(header)
  return token !== undefined && /^[\w-]{1,128}$/.test(token) ? token : undefined
}

export type IdempotencyKey =
  | { readonly kind: 'none' }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'malformed' }

/** Idempotency key of the `idempotency-key` header, or else of the parameter `idem`. */
export function readIdempotencyKey(header: Header, parameter: unknown): IdempotencyKey {
  // `||`: an empty header falls back to the parameter.
  const key = single(header) || parameter
  if (key === undefined || key === '') return { kind: 'none' }
  if (typeof key === 'string' && /^[\w.:-]{8,128}$/.test(key)) return { kind: 'key', key }
  return { kind: 'malformed' }
}

function single(header: Header): string | undefined {
  return typeof header === 'string' ? header : header?.[0]
}
