/** What the screens say on the way in: log in, register, reset. This file is the type: every other language has exactly these keys. */
export const messages = {
  'entry.demo.title': 'Demo account',
} as const

export type EntryKey = keyof typeof messages
export type EntryMessages = Readonly<Record<EntryKey, string>>
