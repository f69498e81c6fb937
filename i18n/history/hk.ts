import type { HistoryMessages } from '#i18n/history/en.ts'

export const messages: HistoryMessages = {
  'history.title': '帳戶明細',
}
