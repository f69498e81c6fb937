import { dictionaryLoader } from '#i18n/dictionary-loader.ts'
import type { TicketMessages } from '#i18n/ticket/en.ts'

export const loadTicketMessages = dictionaryLoader<TicketMessages>({
  hk: () => import('#i18n/ticket/hk.ts'),
  en: () => import('#i18n/ticket/en.ts'),
})
