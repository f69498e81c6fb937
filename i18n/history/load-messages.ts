import { dictionaryLoader } from '#i18n/dictionary-loader.ts'
import type { HistoryMessages } from '#i18n/history/en.ts'

export const loadHistoryMessages = dictionaryLoader<HistoryMessages>({
  hk: () => import('#i18n/history/hk.ts'),
  en: () => import('#i18n/history/en.ts'),
})
