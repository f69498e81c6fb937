import type { AccountMessages } from '#i18n/account/en.ts'

export const messages: AccountMessages = {
  'user.uid': 'UID',
}
