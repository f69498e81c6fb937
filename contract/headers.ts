import { defaultLanguage, type LanguageCode, languageFromCode } from '#i18n/languages.ts'

type Header = string | readonly string[] | undefined

/** The caller's language; a missing or unknown `lang` means the default one. */
export function readLanguage(header: Header): LanguageCode {
  const text = single(header)
  return (text === undefined ? undefined : languageFromCode(text)) ?? defaultLanguage
}

/** The session token of `authorization`, bare or after `Bearer `. What cannot be a token counts as none. */
export function readToken(header: Header): string | undefined {
  const token = single(header)
    ?.replace(/^bearer +/i, '')
    .trim()
  return token !== undefined && /^[\w-]{1,128}$/.test(token) ? token : undefined
}

export type IdempotencyKey =
  | { readonly kind: 'none' }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'malformed' }

/** The key that makes a repeat safe: the `idempotency-key` header or, failing that, the parameter `idem`. */
export function readIdempotencyKey(header: Header, parameter: unknown): IdempotencyKey {
  // An empty header says nothing; `||` lets the parameter speak.
  const key = single(header) || parameter
  if (key === undefined || key === '') return { kind: 'none' }
  if (typeof key === 'string' && /^[\w.:-]{8,128}$/.test(key)) return { kind: 'key', key }
  return { kind: 'malformed' }
}

function single(header: Header): string | undefined {
  return typeof header === 'string' ? header : header?.[0]
}
