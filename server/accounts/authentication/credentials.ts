import { type Refusal, refused } from '#contract/outcome.ts'
import {
  type Area,
  type Channel,
  type MobileNumber,
  parseEmailAddress,
  parseInternational,
  parseNational,
} from '#core/account/contact.ts'
import { passwordProblem } from '#core/account/password-rule.ts'
import type { Handle } from '#server/accounts/users-store.ts'
import type { Passwords } from '#server/platform/passwords/passwords.ts'

/** What somebody logs in with, if it can be an account's name at all. */
export function readAccount(channel: Channel, text: string, areas: readonly Area[]): Handle | undefined {
  if (channel === 'email') {
    const value = parseEmailAddress(text)
    return value === undefined ? undefined : { channel, value }
  }
  const number = parseInternational(text, areas)
  return number === undefined ? undefined : { channel, value: number.full }
}

/** What somebody would register with, or have a code sent to: an address or a number of a country we serve. */
export type Contact = Handle & { readonly mobile?: MobileNumber }

type ContactInput = {
  readonly channel: Channel
  readonly text: string
  readonly areaId: number | undefined
  /** What the caller calls the fields, so that the refusal names the right one. */
  readonly field: string
}

export function readContact(input: ContactInput, areas: readonly Area[]): Contact | Refusal {
  const { channel, text, field } = input
  if (channel === 'email') {
    const value = parseEmailAddress(text)
    return value === undefined ? refused('invalid_email', { field }) : { channel, value }
  }
  const area = areas.find(({ id }) => id === input.areaId)
  if (area === undefined) return refused('invalid_input', { field: 'area_id' })
  if (!area.isSupported) return refused('country_not_supported', { field: 'area_id' })
  const mobile = parseNational(text, area)
  if (mobile !== undefined) return { channel, value: mobile.full, mobile }
  // A number with a plus names its country itself, whatever was chosen.
  const other = /^\s*(\+|00)/.test(text) ? parseInternational(text, areas) : undefined
  return refused(other?.area.isSupported === false ? 'country_not_supported' : 'invalid_mobile', { field })
}

/** Why a new password cannot be taken; undefined when it can. */
export function refusalOfPassword(
  password: string,
  field: string,
  passwords: Pick<Passwords, 'isCommon'>,
): Refusal | undefined {
  const fault = passwordProblem(password)
  if (fault !== undefined) return refused(`password_${fault}`, { field })
  return passwords.isCommon(password) ? refused('password_common', { field }) : undefined
}
