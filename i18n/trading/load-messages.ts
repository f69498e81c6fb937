import { dictionaryLoader } from '#i18n/dictionary-loader.ts'
import type { TradingMessages } from '#i18n/trading/en.ts'

export const loadTradingMessages = dictionaryLoader<TradingMessages>({
  hk: () => import('#i18n/trading/hk.ts'),
  en: () => import('#i18n/trading/en.ts'),
})
