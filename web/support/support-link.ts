// The support link of the settings, and what an entry for support does with it.
import type { BasicInfoAnswer } from '#contract/calls/settings.ts'

export type SupportLink =
  | { readonly kind: 'own' }
  /** `isPage`: the text is the address of a page, which can be opened. */
  | { readonly kind: 'copy'; readonly link: string; readonly isPage: boolean }
  /** `frame` shows the page in the app. If that is not possible, it is one to `open`. */
  | { readonly kind: 'redirect' | 'frame' | 'open'; readonly link: string }

type Settings = Pick<BasicInfoAnswer, 'service_link' | 'service_link_type'>

/** A link that could run code, or that is none, counts as empty. Any text can be copied. */
export function supportLink(settings: Settings, isSecurePage: boolean): SupportLink {
  const { service_link: text, service_link_type: type } = settings
  const url = pageOf(text)
  if (type === 2 && text !== '') return { kind: 'copy', link: text, isPage: url !== undefined }
  if (url === undefined) return { kind: 'own' }
  const link = url.href
  if (type === 3) return { kind: 'redirect', link }
  return { kind: isFramable(url, isSecurePage) ? 'frame' : 'open', link }
}

/** Not `URL.parse`, which phones of 2023 do not have. */
function pageOf(text: string): URL | undefined {
  try {
    const url = new URL(text)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined
  } catch {
    return undefined
  }
}

/** As in the policy of our pages: with TLS on a page with TLS, and without credentials. */
function isFramable({ protocol, username, password }: URL, isSecurePage: boolean): boolean {
  return username === '' && password === '' && (protocol === 'https:' || !isSecurePage)
}
