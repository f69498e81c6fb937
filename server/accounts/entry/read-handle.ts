import { type Refusal, refused } from '#contract/outcome.ts'
import type { Channel } from '#core/account/channel.ts'
import { parseEmailAddress } from '#core/account/email-address.ts'
import {
  type Area,
  type MobileNumber,
  parseInternational,
  parseNational,
} from '#core/account/mobile-number.ts'
import type { Handle } from '#server/accounts/users/users-store.ts'

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

export type ContactInput = {
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
