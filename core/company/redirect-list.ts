// Addresses that users may be sent to when their provider is not in good standing.
import { parseWebAddress, type WebAddress } from '#core/company/web-address.ts'

export const mostRedirects = 50
export const longestRedirectList = 2000
export const longestRedirect = 500

/** Encrypted, or on the machine itself. Undefined for any other address. */
export function parseRedirect(text: string): WebAddress | undefined {
  const address = parseWebAddress(text)
  const isSafe = address !== undefined && (address.isHttps || address.isLocal)
  return isSafe && address.href.length <= longestRedirect ? address : undefined
}

/**
 * Where the app at `ownOrigin` sends its page. Undefined for an address that may not be opened, and for one of the app
 * itself: the app would start there and leave again, without end.
 */
export function redirectTarget(text: string, ownOrigin: string): string | undefined {
  const address = parseRedirect(text)
  return address === undefined || address.origin === ownOrigin ? undefined : address.href
}

/** Entries are separated by spaces, line breaks or commas. Undefined if one is invalid, or if there are too many. */
export function parseRedirectList(text: string): readonly string[] | undefined {
  const entries = new Set<string>()
  for (const word of redirectWords(text)) {
    const entry = parseEntry(word)
    if (entry === undefined) return undefined
    entries.add(entry)
  }
  const isShort = entries.size <= mostRedirects && [...entries].join(' ').length <= longestRedirectList
  return isShort ? [...entries].sort() : undefined
}

export function redirectWords(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '')
}

/** An origin, or an origin with the beginning of a path: whole segments, without a slash at the end. */
function parseEntry(word: string): string | undefined {
  const address = parseRedirect(word)
  if (address === undefined || /[?#]/.test(word)) return undefined
  return address.origin + address.path.replace(/\/+$/, '')
}

/**
 * Whether the list allows the address: the same scheme, host and port as an entry, and a path that is the entry's or
 * continues it after a slash. `entries` come from `parseRedirectList`.
 */
export function isRedirectAllowed(entries: readonly string[], text: string): boolean {
  const address = parseRedirect(text)
  if (address === undefined) return false
  // With the slash after the origin, https://example.com does not allow https://example.com.evil.example.
  const reached = `${address.origin}${address.path}/`
  return entries.some((entry) => reached.startsWith(`${entry}/`))
}
