/** What the screen of the account log says. This file is the type: every other language has exactly these keys. */
export const messages = {
  'history.title': 'Account details',
} as const

export type HistoryKey = keyof typeof messages
export type HistoryMessages = Readonly<Record<HistoryKey, string>>
