import type { ClientInfo } from '#server/accounts/accounts.ts'
import { type Caller, limitKeyOf } from '#server/gateway/gateway.ts'

/** Where a caller knocks from, in the words of the accounts room. */
export function visitOf({ address, device, language, country }: Caller): ClientInfo {
  return { address, device, language, country, limitKey: limitKeyOf(address) }
}
