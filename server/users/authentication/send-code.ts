import { refused } from '#contract/outcome.ts'
import type { Channel } from '#core/user/contact.ts'
import {
  type AuthenticationParts,
  type ClientInfo,
  type Denied,
  isMobileOn,
  tooManyRequests,
} from '#server/users/authentication/authentication-parts.ts'
import { parseContact } from '#server/users/authentication/credentials.ts'
import { findUser } from '#server/users/users-store.ts'

export type SendCodeInput = {
  readonly channel: Channel
  readonly to: string
  readonly areaId: number | undefined
  readonly purpose: 'register' | 'reset'
}

/** The answer does not reveal whether the account exists; only the message to its owner does. */
export async function sendCode(
  parts: AuthenticationParts,
  { channel, to, areaId, purpose }: SendCodeInput,
  clientInfo: ClientInfo,
): Promise<{ readonly kind: 'sent' } | Denied> {
  const { settings, messages, codes, pool, areas } = parts
  const isRegistering = purpose === 'register'
  if (isRegistering && settings.get('verify_reg_type') === 2) return refused('code_not_needed')
  const isOn = isRegistering ? isMobileOn(parts) : messages.canSend('mobile')
  if (channel === 'mobile' && !isOn) return refused('mobile_off')
  const contact = parseContact({ channel, text: to, areaId, field: 'to' }, areas)
  if ('kind' in contact) return contact
  const exists = (await findUser(pool, contact)) !== undefined
  const sent = await codes.request({
    channel,
    recipient: contact.value,
    purpose,
    address: clientInfo.limitKey,
    language: clientInfo.language,
    deliver: deliveryFor(isRegistering, exists),
  })
  if (sent.kind === 'too_soon') return tooManyRequests(sent.retryAfterSeconds)
  return sent.kind === 'busy' ? refused('busy') : sent
}

function deliveryFor(isRegistering: boolean, exists: boolean): 'code' | 'account_exists' | 'nothing' {
  if (isRegistering) return exists ? 'account_exists' : 'code'
  return exists ? 'code' : 'nothing'
}
