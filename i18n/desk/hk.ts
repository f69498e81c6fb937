import type { DeskMessages } from '#i18n/desk/en.ts'

export const messages: DeskMessages = {
  'desk.name': 'Openlot 營運台',
  'desk.closed.title': '營運台尚未開放',
  'desk.closed.text': '營運帳戶建立後即可在此登入。交易應用程式已開放使用。',
  'desk.closed.to_app': '前往交易應用程式',
}
