/** What the operator console says. This file is the type: every other language has exactly these keys. */
export const messages = {
  'desk.name': 'Openlot desk',
  'desk.closed.title': 'The desk is not open yet',
  'desk.closed.text': 'Operators sign in here as soon as their accounts exist. The trading app is open.',
  'desk.closed.to_app': 'Go to the trading app',
} as const

export type DeskKey = keyof typeof messages
export type DeskMessages = Readonly<Record<DeskKey, string>>
