import type { AccountMessages } from '#i18n/account/en.ts'
import { dictionaryLoader } from '#i18n/dictionary-loader.ts'

export const loadAccountMessages = dictionaryLoader<AccountMessages>({
  hk: () => import('#i18n/account/hk.ts'),
  en: () => import('#i18n/account/en.ts'),
})
