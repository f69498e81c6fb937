import type { DeskMessages } from '#i18n/desk/en.ts'
import { dictionaryLoader } from '#i18n/dictionary-loader.ts'

export const loadDeskMessages = dictionaryLoader<DeskMessages>({
  hk: () => import('#i18n/desk/hk.ts'),
  en: () => import('#i18n/desk/en.ts'),
})
