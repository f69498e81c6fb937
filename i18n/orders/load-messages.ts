import { dictionaryLoader } from '#i18n/dictionary-loader.ts'
import type { OrdersMessages } from '#i18n/orders/en.ts'

export const loadOrdersMessages = dictionaryLoader<OrdersMessages>({
  hk: () => import('#i18n/orders/hk.ts'),
  en: () => import('#i18n/orders/en.ts'),
})
