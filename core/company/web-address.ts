// Web addresses that operators write and users follow.

type UrlParts = {
  readonly protocol: string
  readonly origin: string
  readonly hostname: string
  readonly pathname: string
  readonly href: string
}

/** Browsers and Node both have it. The types of this folder know the language alone. */
declare const URL: (new (text: string) => UrlParts) & { readonly canParse: (text: string) => boolean }

export type WebAddress = {
  readonly origin: string
  readonly path: string
  /** As browsers write it: international names in ASCII, no default port, no dot segments. */
  readonly href: string
  readonly isHttps: boolean
  /** Of the machine itself. */
  readonly isLocal: boolean
}

/** An absolute address. The part before the path has no user name, and no character that browsers would leave out. */
const shape = /^https?:\/\/[^\s\\/?#@]+(?:[/?#][^\s\\]*)?$/i
const invisible = /[\p{Cc}\p{Cf}]/u

/** Segments that some servers read as `..` or as a slash, though browsers do not, also after decoding twice. */
const ambiguousPath = /%2f|%5c|%25(?:2e|2f|5c)|\/(?:\.|%2e){2}/i

/** Undefined for all that browsers and people could read as different addresses. */
export function parseWebAddress(text: string): WebAddress | undefined {
  const typed = text.trim()
  if (!shape.test(typed) || invisible.test(typed) || !URL.canParse(typed)) return undefined
  const { protocol, origin, hostname, pathname, href } = new URL(typed)
  if (ambiguousPath.test(pathname)) return undefined
  return { origin, path: pathname, href, isHttps: protocol === 'https:', isLocal: isLocalName(hostname) }
}

function isLocalName(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost')
}
