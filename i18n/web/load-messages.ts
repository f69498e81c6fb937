import type { LanguageCode } from '#i18n/languages.ts'
import type { WebMessages } from '#i18n/web/en.ts'

type Loader = () => Promise<{ readonly messages: WebMessages }>

const english: Loader = () => import('#i18n/web/en.ts')

/** One lazy chunk per language. */
const own: Readonly<Partial<Record<LanguageCode, Loader>>> = {
  hk: () => import('#i18n/web/hk.ts'),
  en: english,
}

/** The language that is really spoken: one that has no dictionary of its own speaks English. */
export type Spoken = { readonly language: LanguageCode; readonly messages: WebMessages }

export async function loadWebMessages(wanted: LanguageCode): Promise<Spoken> {
  const language = own[wanted] === undefined ? 'en' : wanted
  const load = own[wanted] ?? english
  return { language, messages: (await load()).messages }
}
