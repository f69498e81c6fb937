/** How a person is reached, and what they log in with. */
export type Channel = 'email' | 'mobile'

const longestAddress = 254
const longestLocalPart = 64

/**
 * One letter out of another alphabet can look like ours, or even become ours in lower case, so an address is plain
 * ASCII; mail servers agree.
 */
const plain = /^[\x21-\x7e]+$/
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const domain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/

/** The address as it is stored and compared: without outer spaces, in lower case. Undefined when it is none. */
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

/** An entry of the list people choose their country from. */
export type Area = {
  readonly id: number
  /** ISO 3166 code of the country. */
  readonly country: string
  /** Digits that begin every international number of it. */
  readonly diallingCode: string
  /** Whether its numbers begin with a zero that is dialled from abroad, too. */
  readonly keepsZero: boolean
  /** Whether we serve people there. */
  readonly isSupported: boolean
}

/** The international number in digits, which names an account; never more than the network allows. */
export type MobileNumber = { readonly area: Area; readonly national: string; readonly full: string }

const longestFull = 15
const shortestNational = 5

/** Spaces, dashes, dots and brackets do not count; whoever types more than this types no number. */
const typedNumber = /^\s*(\+|00)?([\d\s().-]{1,40})$/

/**
 * What is dialled before a number at home and dropped from abroad. Where it is no zero it counts only before a number
 * of full length. A zero too many is dropped as well, so that a number has one form however often it is read.
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

/** A number as people type it at home, or with its dialling code after a + or 00. */
export function parseNational(text: string, area: Area): MobileNumber | undefined {
  const typed = typedNumber.exec(text)
  if (typed === null) return undefined
  const digits = digitsOf(typed[2])
  if (typed[1] === undefined) return numberIn(area, digits)
  return digits.startsWith(area.diallingCode) ? withoutCode(digits, area) : undefined
}

/**
 * A number that begins with its dialling code, with or without a + or 00. Several countries may share one; the number
 * is the same for all of them, so the first in the list stands for it.
 */
export function parseInternational(text: string, areas: readonly Area[]): MobileNumber | undefined {
  const digits = digitsOf(typedNumber.exec(text)?.[2])
  // No dialling code begins another one, so at most one fits.
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

/** Where the service is not offered: North Korea, Israel, China, Hong Kong, Vanuatu and Cuba. */
export const unsupportedCountries: readonly string[] = ['KP', 'IL', 'CN', 'HK', 'VU', 'CU']

/** Enough of an address or a number for a friend to know it, and too little to write to. */
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
  // Never more than half of it, however short it is.
  const shown = local.slice(0, Math.min(2, Math.floor(local.length / 2)))
  return `${shown}•••@${domain.slice(0, 1)}•••${ending}`
}
