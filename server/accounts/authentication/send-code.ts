import { refused } from '#contract/outcome.ts'
import type { Channel } from '#core/account/contact.ts'
import {
  type ClientInfo,
  type Denied,
  type EntryParts,
  tooMany,
} from '#server/accounts/authentication/authentication-parts.ts'
import { readContact } from '#server/accounts/authentication/credentials.ts'
import { findUser } from '#server/accounts/users-store.ts'

export type SendCodeInput = {
  readonly channel: Channel
  readonly to: string
  readonly areaId: number | undefined
  readonly purpose: 'register' | 'reset'
}

/** Nobody learns from the answer whether there is such an account: only its owner does, from what arrives. */
export async function sendCode(
  parts: EntryParts,
  { channel, to, areaId, purpose }: SendCodeInput,
  visit: ClientInfo,
): Promise<{ readonly kind: 'sent' } | Denied> {
  const { settings, codes, pool, areas } = parts
  const isRegistering = purpose === 'register'
  if (isRegistering && settings.get('verify_reg_type') === 2) return refused('code_not_needed')
  if (isRegistering && channel === 'mobile' && settings.get('is_show_mobile') === 0)
    return refused('mobile_off')
  const contact = readContact({ channel, text: to, areaId, field: 'to' }, areas)
  if ('kind' in contact) return contact
  const exists = (await findUser(pool, contact)) !== undefined
  const sent = await codes.request({
    channel,
    recipient: contact.value,
    purpose,
    address: visit.limitKey,
    language: visit.language,
    deliver: deliveryFor(isRegistering, exists),
  })
  if (sent.kind === 'too_soon') return tooMany(sent.retryAfterSeconds)
  return sent.kind === 'busy' ? refused('busy') : sent
}

function deliveryFor(isRegistering: boolean, exists: boolean): 'code' | 'account_exists' | 'nothing' {
  if (isRegistering) return exists ? 'account_exists' : 'code'
  return exists ? 'code' : 'nothing'
}
