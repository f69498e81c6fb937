import type { DeskMessages } from '#i18n/desk/en.ts'
import type { LanguageCode } from '#i18n/languages.ts'

type Loader = () => Promise<{ readonly messages: DeskMessages }>

const english: Loader = () => import('#i18n/desk/en.ts')

/** One lazy chunk per language. */
const own: Readonly<Partial<Record<LanguageCode, Loader>>> = {
  hk: () => import('#i18n/desk/hk.ts'),
  en: english,
}

/** A language that has no dictionary of its own speaks English. */
export async function loadDeskMessages(language: LanguageCode): Promise<DeskMessages> {
  const load = own[language] ?? english
  return (await load()).messages
}
