import type { ClientInfo } from '#server/accounts/accounts.ts'
import { type Caller, limitKeyOf } from '#server/gateway/gateway.ts'

/** The client of a login or code request: address, device, language, country and rate-limit key. */
export function clientInfoOf({ address, device, language, country }: Caller): ClientInfo {
  return { address, device, language, country, limitKey: limitKeyOf(address) }
}
