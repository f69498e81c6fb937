// Which page the app may show in the frame of its support chat.

/** The chat page in the frame. It is our own page, and the only one that may be framed, by our own pages. */
export const chatPagePath = '/support'

/**
 * The source for `frame-src`: the origin of the operator's support link, or our own. A link that must not be framed
 * counts as none: of another scheme, without TLS on a page with TLS, with credentials, or with a host that the policy
 * could misread.
 */
export function frameSource(link: string, isSecurePage: boolean): string {
  const url = link === '' ? null : URL.parse(link)
  if (url === null || url.username !== '' || url.password !== '') return ownSource
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && !isSecurePage)
  return isAllowed && plainHost.test(url.host) ? url.origin : ownSource
}

const ownSource = "'self'"
const plainHost = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.?(:\d{1,5})?$/
