/** How a user is contacted and logs in. */
export type Channel = 'email' | 'mobile'

const longestAddress = 254
const longestLocalPart = 64

/** Printable ASCII only: a letter of another alphabet can look like a Latin one, or become one in lower case. */
const plain = /^[\x21-\x7e]+$/
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const domain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/

/** Normalised address: trimmed, in lower case. Undefined if invalid. */
export function parseEmailAddress(text: string): string | undefined {
  const typed = text.trim()
  if (typed.length > longestAddress || !plain.test(typed)) return undefined
  const address = typed.toLowerCase()
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(at, 0))
  const isAddress =
    local.length <= longestLocalPart && localPart.test(local) && domain.test(address.slice(at + 1))
  return isAddress ? address : undefined
}

/** An entry of the country list. */
export type Area = {
  readonly id: number
  /** ISO 3166 code of the country. */
  readonly country: string
  /** Digits only, without +. */
  readonly diallingCode: string
  /** True if the leading zero of a national number is also dialled from abroad. */
  readonly keepsZero: boolean
  /** True if the service is offered in this country. */
  readonly isSupported: boolean
}

/** `full` is the international number in digits, at most 15 (E.164). It identifies the account. */
export type MobileNumber = { readonly area: Area; readonly national: string; readonly full: string }

const longestFull = 15
const shortestNational = 5

/** Spaces, dashes, dots and brackets are ignored. Text beyond 40 characters is not a number. */
const typedNumber = /^\s*(\+|00)?([\d\s().-]{1,40})$/

/**
 * Trunk prefixes by dialling code: dialled before a national number, but not from abroad. A prefix other than zero
 * counts only before a number of full length. Repeated zeros are dropped too, so that parsing is idempotent.
 */
const trunkPrefixes: Readonly<Record<string, RegExp>> = {
  1: /^(?:0+|1(?=\d{10}$))+/,
  7: /^(?:0+|8(?=\d{10}$))+/,
  36: /^(?:06(?=\d{9}$)|0+)+/,
  370: /^(?:0+|8(?=\d{8}$))+/,
  52: /^(?:0+|1(?=\d{10}$))+/,
  54: /^(?:0+|9(?=\d{10}$))+/,
  375: /^(?:0+|80(?=\d{9}$))+/,
}
const usualTrunkPrefix = /^0+/

/** Parses a national number, or an international one with + or 00 and this area's dialling code. */
export function parseNational(text: string, area: Area): MobileNumber | undefined {
  const typed = typedNumber.exec(text)
  if (typed === null) return undefined
  const digits = digitsOf(typed[2])
  if (typed[1] === undefined) return numberIn(area, digits)
  return digits.startsWith(area.diallingCode) ? withoutCode(digits, area) : undefined
}

/**
 * Parses a number that starts with its dialling code, with or without + or 00. Countries that share a code give the
 * same number, so the first area in the list is used.
 */
export function parseInternational(text: string, areas: readonly Area[]): MobileNumber | undefined {
  const digits = digitsOf(typedNumber.exec(text)?.[2])
  // No dialling code is a prefix of another, so the match is unique.
  const area = areas.find(({ diallingCode }) => digits.startsWith(diallingCode))
  return area === undefined ? undefined : withoutCode(digits, area)
}

function digitsOf(typed = ''): string {
  return typed.replace(/\D/g, '')
}

function withoutCode(digits: string, area: Area): MobileNumber | undefined {
  return numberIn(area, digits.slice(area.diallingCode.length))
}

function numberIn(area: Area, digits: string): MobileNumber | undefined {
  const trunkPrefix = trunkPrefixes[area.diallingCode] ?? usualTrunkPrefix
  const national = area.keepsZero ? digits : digits.replace(trunkPrefix, '')
  const full = `${area.diallingCode}${national}`
  const isNumber = national.length >= shortestNational && full.length <= longestFull
  return isNumber ? { area, national, full } : undefined
}

/** Countries without service: North Korea, Israel, China, Hong Kong, Vanuatu and Cuba. */
export const unsupportedCountries: readonly string[] = ['KP', 'IL', 'CN', 'HK', 'VU', 'CU']

/** Masks an address or number so that its owner recognises it and others cannot use it. */
export function maskedContact(contact: {
  readonly email: string | undefined
  readonly mobile: string | undefined
}): string {
  if (contact.email !== undefined) return maskedEmail(contact.email)
  return contact.mobile === undefined ? '' : `••••${contact.mobile.slice(-3)}`
}

function maskedEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  const ending = domain.slice(domain.lastIndexOf('.'))
  // Shows at most half of the local part.
  const shown = local.slice(0, Math.min(2, Math.floor(local.length / 2)))
  return `${shown}•••@${domain.slice(0, 1)}•••${ending}`
}
