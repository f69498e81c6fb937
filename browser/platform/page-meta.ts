import { apiOrigin } from '#contract/api-host.ts'

/** A value the server has written into the page. The development server writes none. */
export function metaContent(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}

/** Origin of the API: the page's own, or a subdomain of it. */
export function pageApiOrigin(): string {
  const mode = metaContent('openlot-api-host') === 'subdomain' ? 'subdomain' : 'same'
  return apiOrigin(mode, location.origin)
}
