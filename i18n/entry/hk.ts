import type { EntryMessages } from '#i18n/entry/en.ts'

export const messages: EntryMessages = {
  'entry.demo.title': '模擬帳戶',
}
