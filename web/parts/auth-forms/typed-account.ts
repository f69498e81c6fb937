import type { UserFields } from '#contract/calls/session.ts'
import {
  type Channel,
  type Area as NumberedArea,
  parseEmailAddress,
  parseNational,
} from '#core/user/contact.ts'
import type { EntryKey } from '#i18n/web/entry/en.ts'

export type PhoneArea = Pick<NumberedArea, 'id' | 'country' | 'diallingCode'>

/** The account as typed. Switching the channel keeps the text typed for the other channel. */
export type TypedAccount = {
  readonly channel: Channel
  readonly email: string
  /** Undefined means the default area. */
  readonly areaId: number | undefined
  readonly mobile: string
}

export const emptyAccount: TypedAccount = { channel: 'email', email: '', areaId: undefined, mobile: '' }

/**
 * The selected area. The default is the second in the list, because db/seed/areas.ts puts Taiwan there. Undefined while
 * the list is loading.
 */
export function areaOf({ areaId }: TypedAccount, areas: readonly PhoneArea[]): PhoneArea | undefined {
  return areas.find(({ id }) => id === areaId) ?? areas[1] ?? areas[0]
}

/** A well-formed email address or phone number. */
export type Contact =
  | { readonly channel: 'email'; readonly email: string }
  | { readonly channel: 'mobile'; readonly areaId: number; readonly national: string; readonly full: string }

/** Undefined if malformed. */
export function contactOf(account: TypedAccount, area: PhoneArea | undefined): Contact | undefined {
  if (account.channel === 'email') {
    const email = parseEmailAddress(account.email)
    return email === undefined ? undefined : { channel: 'email', email }
  }
  if (area === undefined) return undefined
  const text = withAsciiDigits(account.mobile)
  // The list does not say whether a country keeps the leading zero. The zero is sent; the server drops it if needed.
  const number =
    parseNational(text, areaWithZeroRule(area, true)) ?? parseNational(text, areaWithZeroRule(area, false))
  if (number === undefined) return undefined
  return { channel: 'mobile', areaId: area.id, national: number.national, full: number.full }
}

/** Codes go to the email address, or to the mobile number if the account has no email address. */
export function ownContact({
  email,
  mobile,
  area_id,
}: Pick<UserFields, 'email' | 'mobile' | 'area_id'>): Contact {
  if (email !== '' || area_id === null) return { channel: 'email', email }
  return { channel: 'mobile', areaId: area_id, national: mobile, full: mobile }
}

export function isAccountEmpty({ channel, email, mobile }: TypedAccount): boolean {
  return (channel === 'email' ? email : mobile).trim() === ''
}

/** Message key for an account that is empty or malformed. */
export function accountFault(account: TypedAccount, area: PhoneArea | undefined): EntryKey | undefined {
  const { channel } = account
  if (isAccountEmpty(account)) return `entry.error.${channel}`
  if (channel === 'mobile' && area === undefined) return 'entry.error.area'
  return contactOf(account, area) === undefined ? `entry.error.invalid_${channel}` : undefined
}

/** The account name for the login call: the email address, or dialling code and number in digits. */
export function loginName(account: TypedAccount, area: PhoneArea | undefined): string {
  const contact = contactOf(account, area)
  if (contact !== undefined) return contact.channel === 'email' ? contact.email : contact.full
  // The text may be a foreign number typed with its dialling code. The server decides.
  return account.channel === 'email' ? account.email.trim() : asciiDigits(account.mobile).replace(/^00/, '')
}

/** The number of a channel in the API. */
export function wireChannel(channel: Channel): number {
  return channel === 'email' ? 1 : 2
}

function areaWithZeroRule(area: PhoneArea, keepsZero: boolean): NumberedArea {
  return { ...area, keepsZero, isSupported: true }
}

/** Only the digits of a text, converted from any script to 0-9. */
export function asciiDigits(text: string): string {
  return withAsciiDigits(text).replace(/[^0-9]/g, '')
}

/** The text with the digits of any script converted to 0-9. */
export function withAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0)))
}

/**
 * Unicode encodes the ten digits of a script consecutively, so a digit's value is its distance from the script's zero.
 */
function digitValue(point: number): number {
  let zero = point
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return point - zero
}
