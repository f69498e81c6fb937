/** What the user's own screens say. This file is the type: every other language has exactly these keys. */
export const messages = {
  'user.uid': 'UID',
} as const

export type AccountKey = keyof typeof messages
export type AccountMessages = Readonly<Record<AccountKey, string>>
