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

/** A number as people type it at home: spaces, dashes, brackets and the zero of the trunk do not count. */
export function parseNational(text: string, area: Area): MobileNumber | undefined {
  const typed = /^\s*(\+|00)?([\d\s().-]{1,40})$/.exec(text)
  if (typed === null) return undefined
  const digits = (typed[2] ?? '').replace(/\D/g, '')
  const isInternational = typed[1] !== undefined
  if (isInternational && !digits.startsWith(area.diallingCode)) return undefined
  const local = isInternational ? digits.slice(area.diallingCode.length) : digits
  const national = area.keepsZero ? local : local.replace(/^0/, '')
  const full = `${area.diallingCode}${national}`
  return national.length >= shortestNational && full.length <= longestFull
    ? { area, national, full }
    : undefined
}

/**
 * A number that begins with its dialling code. Several countries may share one; the number is the same for all of them,
 * so the first in the list stands for it.
 */
export function parseInternational(text: string, areas: readonly Area[]): MobileNumber | undefined {
  const digits = /^\s*(?:\+|00)?([\d\s().-]{1,40})$/.exec(text)?.[1]?.replace(/\D/g, '')
  if (digits === undefined) return undefined
  const area = areaOfNumber(digits, areas)
  return area === undefined ? undefined : parseNational(digits.slice(area.diallingCode.length), area)
}

/** No dialling code begins another one, so at most one fits. */
function areaOfNumber(digits: string, areas: readonly Area[]): Area | undefined {
  return areas.find(({ diallingCode }) => digits.startsWith(diallingCode))
}
