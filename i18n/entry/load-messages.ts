import { dictionaryLoader } from '#i18n/dictionary-loader.ts'
import type { EntryMessages } from '#i18n/entry/en.ts'

export const loadEntryMessages = dictionaryLoader<EntryMessages>({
  hk: () => import('#i18n/entry/hk.ts'),
  en: () => import('#i18n/entry/en.ts'),
})
