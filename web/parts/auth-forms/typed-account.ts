import {
  type Channel,
  type Area as NumberedArea,
  parseEmailAddress,
  parseNational,
} from '#core/account/contact.ts'
import type { EntryKey } from '#i18n/entry/en.ts'

/** A country as the list names it. */
export type PhoneArea = Pick<NumberedArea, 'id' | 'country' | 'diallingCode'>

/** What somebody has typed for an account. What was typed for the other channel stays until it is wanted again. */
export type TypedAccount = {
  readonly channel: Channel
  readonly email: string
  /** Undefined while none was chosen, and the preselected one counts. */
  readonly areaId: number | undefined
  readonly mobile: string
}

export const emptyAccount: TypedAccount = { channel: 'email', email: '', areaId: undefined, mobile: '' }

/** The area that counts: the chosen one, or the second of the list. Undefined while the list is not there. */
export function areaOf({ areaId }: TypedAccount, areas: readonly PhoneArea[]): PhoneArea | undefined {
  return areas.find(({ id }) => id === areaId) ?? areas[1] ?? areas[0]
}

/** Where a code can be sent, and what the account is called. */
export type Contact =
  | { readonly channel: 'email'; readonly email: string }
  | { readonly channel: 'mobile'; readonly areaId: number; readonly national: string; readonly full: string }

/** Undefined when it cannot be an address or a number; whether it is one the server decides. */
export function contactOf(account: TypedAccount, area: PhoneArea | undefined): Contact | undefined {
  if (account.channel === 'email') {
    const email = parseEmailAddress(account.email)
    return email === undefined ? undefined : { channel: 'email', email }
  }
  if (area === undefined) return undefined
  const text = withAsciiDigits(account.mobile)
  // Whether its numbers keep the zero in front is not in the list, so the zero stays and the server drops it.
  const number =
    parseNational(text, areaWithZeroRule(area, true)) ?? parseNational(text, areaWithZeroRule(area, false))
  if (number === undefined) return undefined
  return { channel: 'mobile', areaId: area.id, national: number.national, full: number.full }
}

export function isAccountEmpty({ channel, email, mobile }: TypedAccount): boolean {
  return (channel === 'email' ? email : mobile).trim() === ''
}

/** Why no account can be called so. */
export function accountFault(account: TypedAccount, area: PhoneArea | undefined): EntryKey | undefined {
  const { channel } = account
  if (isAccountEmpty(account)) return `entry.error.${channel}`
  if (channel === 'mobile' && area === undefined) return 'entry.error.area'
  return contactOf(account, area) === undefined ? `entry.error.invalid_${channel}` : undefined
}

/** What the account is called at the login: the address, or dialling code and number in digits. */
export function loginName(account: TypedAccount, area: PhoneArea | undefined): string {
  const contact = contactOf(account, area)
  if (contact !== undefined) return contact.channel === 'email' ? contact.email : contact.full
  // It may still be a number of another country, typed with its code; the server knows whether it is an account.
  return account.channel === 'email' ? account.email.trim() : asciiDigits(account.mobile).replace(/^00/, '')
}

/** The wire counts channels. */
export function wireChannel(channel: Channel): number {
  return channel === 'email' ? 1 : 2
}

function areaWithZeroRule(area: PhoneArea, keepsZero: boolean): NumberedArea {
  return { ...area, keepsZero, isSupported: true }
}

/** The digits of a text as 0 to 9, whichever script they were typed in, and nothing else. */
export function asciiDigits(text: string): string {
  return withAsciiDigits(text).replace(/[^0-9]/g, '')
}

/** The same text with its digits as 0 to 9. */
export function withAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0)))
}

/** Unicode keeps the ten digits of a script together, from zero up, so the value is the distance to the first of them. */
function digitValue(point: number): number {
  let zero = point
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return point - zero
}
