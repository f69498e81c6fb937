import { type Refusal, refused } from '#contract/outcome.ts'
import {
  type Area,
  type Channel,
  type MobileNumber,
  parseEmailAddress,
  parseInternational,
  parseNational,
} from '#core/user/contact.ts'
import { passwordProblem } from '#core/user/password-rule.ts'
import type { User } from '#core/user/user.ts'
import type { Passwords } from '#server/platform/passwords/passwords.ts'
import type { LoginHandle } from '#server/users/users-store.ts'

/** Undefined if the text cannot be a login name. */
export function parseLoginHandle(
  channel: Channel,
  text: string,
  areas: readonly Area[],
): LoginHandle | undefined {
  if (channel === 'email') {
    const value = parseEmailAddress(text)
    return value === undefined ? undefined : { channel, value }
  }
  const number = parseInternational(text, areas)
  return number === undefined ? undefined : { channel, value: number.full }
}

/** The login names of the user: email address first. */
export function ownHandles(user: Pick<User, 'email' | 'mobileFull'>): readonly LoginHandle[] {
  const { email, mobileFull } = user
  return [
    ...(email === undefined ? [] : [{ channel: 'email', value: email } as const]),
    ...(mobileFull === undefined ? [] : [{ channel: 'mobile', value: mobileFull } as const]),
  ]
}

/** An email address, or a mobile number of a supported country. */
export type Contact = LoginHandle & { readonly mobile?: MobileNumber }

type ContactInput = {
  readonly channel: Channel
  readonly text: string
  readonly areaId: number | undefined
  /** Name of the input field, for the refusal. */
  readonly field: string
}

export function parseContact(input: ContactInput, areas: readonly Area[]): Contact | Refusal {
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
  // An international prefix names the country, whatever area was chosen.
  const other = /^\s*(\+|00)/.test(text) ? parseInternational(text, areas) : undefined
  return refused(other?.area.isSupported === false ? 'country_not_supported' : 'invalid_mobile', { field })
}

/** Undefined if the new password is acceptable. */
export function newPasswordRefusal(
  password: string,
  field: string,
  passwords: Pick<Passwords, 'isCommon'>,
): Refusal | undefined {
  const fault = passwordProblem(password)
  if (fault !== undefined) return refused(`password_${fault}`, { field })
  return passwords.isCommon(password) ? refused('password_common', { field }) : undefined
}
