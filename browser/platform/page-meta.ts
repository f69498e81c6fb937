import { type ApiHostMode, apiOrigin, sharedDomain } from '#contract/api-host.ts'

/** A value the server has written into the page. The development server writes none. */
export function metaContent(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}

/** Origin of the API: the page's own, or a subdomain of it. */
export function pageApiOrigin(): string {
  return apiOrigin(apiHostMode(), location.origin)
}

/** The domain that the page shares with its API. Undefined if the page is its own API. */
export function pageSharedDomain(): string | undefined {
  return sharedDomain(apiHostMode(), location.hostname)
}

function apiHostMode(): ApiHostMode {
  return metaContent('openlot-api-host') === 'subdomain' ? 'subdomain' : 'same'
}
