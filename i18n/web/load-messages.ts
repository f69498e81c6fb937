import { dictionaryLoader } from '#i18n/dictionary-loader.ts'
import type { WebMessages } from '#i18n/web/en.ts'

export const loadWebMessages = dictionaryLoader<WebMessages>({
  hk: () => import('#i18n/web/hk.ts'),
  en: () => import('#i18n/web/en.ts'),
})
