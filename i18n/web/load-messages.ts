import type { LanguageCode } from '#i18n/languages.ts'
import type { WebMessages } from '#i18n/web/en.ts'

type Loader = () => Promise<{ readonly messages: WebMessages }>

const english: Loader = () => import('#i18n/web/en.ts')

/** One lazy chunk per language. */
const own: Readonly<Partial<Record<LanguageCode, Loader>>> = {
  hk: () => import('#i18n/web/hk.ts'),
  en: english,
}

/** A language that has no dictionary of its own speaks English. */
export async function loadWebMessages(language: LanguageCode): Promise<WebMessages> {
  const load = own[language] ?? english
  return (await load()).messages
}
