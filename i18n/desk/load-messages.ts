import type { DeskMessages } from '#i18n/desk/en.ts'
import type { LanguageCode } from '#i18n/languages.ts'

type Loader = () => Promise<{ readonly messages: DeskMessages }>

const english: Loader = () => import('#i18n/desk/en.ts')

/** One lazy chunk per language. */
const own: Readonly<Partial<Record<LanguageCode, Loader>>> = {
  hk: () => import('#i18n/desk/hk.ts'),
  en: english,
}

/** The language that is really spoken: one that has no dictionary of its own speaks English. */
export type Spoken = { readonly language: LanguageCode; readonly messages: DeskMessages }

export async function loadDeskMessages(wanted: LanguageCode): Promise<Spoken> {
  const language = own[wanted] === undefined ? 'en' : wanted
  const load = own[wanted] ?? english
  return { language, messages: (await load()).messages }
}
