import type { IconName } from '#ui/icon-paths.ts'
import type { ScreenName } from '#web/parts/screen-props.ts'

/** A way from the account to another screen, under that screen's own name. */
export type Entry = {
  readonly name: ScreenName
  readonly path: string
  readonly icon: IconName
  /** Not for demo accounts. */
  readonly realOnly?: true
}

/** What one comes for most often: beneath the balance, under the thumb. */
export const fundEntries = [
  { name: 'charge', path: '/mine/charge', icon: 'deposit', realOnly: true },
  { name: 'withdraw', path: '/mine/withdraw', icon: 'withdraw', realOnly: true },
  { name: 'wallet', path: '/mine/wallet', icon: 'wallet', realOnly: true },
  { name: 'history', path: '/mine/history', icon: 'order' },
] as const satisfies readonly Entry[]

export const authEntry: Entry = { name: 'auth', path: '/mine/auth', icon: 'id', realOnly: true }
export const inviteEntry: Entry = { name: 'invite', path: '/mine/invite', icon: 'gift', realOnly: true }
export const passwordEntry: Entry = { name: 'password', path: '/mine/password', icon: 'lock', realOnly: true }

export const helpEntries: readonly Entry[] = [
  { name: 'chat', path: '/mine/chat', icon: 'chat' },
  { name: 'email', path: '/mine/email', icon: 'mail' },
  { name: 'announcement', path: '/mine/announcement', icon: 'announcement' },
]

export const languageEntry: Entry = { name: 'language', path: '/language', icon: 'globe' }
export const systemEntry: Entry = { name: 'system', path: '/mine/system', icon: 'settings' }
