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
