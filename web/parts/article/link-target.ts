/** Where a link of an article leads: to a screen of this app, or to another page. Undefined if it may not be followed. */
export type LinkTarget =
  | { readonly kind: 'screen'; readonly path: string }
  | { readonly kind: 'page'; readonly address: string }

/** Files of the server, which are no screens. */
const files = /^\/(?:content|assets|logos)\//

const followed: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:'])

export function linkTarget(href: string, origin: string): LinkTarget | undefined {
  // A link to a place on the same page: headings have no ids.
  if (href === '' || href.startsWith('#')) return undefined
  let url: URL
  try {
    url = new URL(href, `${origin}/`)
  } catch {
    return undefined
  }
  if (!followed.has(url.protocol)) return undefined
  if (url.origin !== origin || files.test(url.pathname)) return { kind: 'page', address: url.href }
  // `/.//host` is a path of this app, but as `//host` it would lead to another site.
  if (url.pathname.startsWith('//')) return undefined
  return { kind: 'screen', path: `${url.pathname}${url.search}` }
}
