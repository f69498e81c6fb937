import { type Caller, limitKeyOf } from '#server/gateway/gateway.ts'
import type { ClientInfo } from '#server/users/users.ts'

/** The client of a login or code request: address, device, language, country and rate-limit key. */
export function clientInfoOf({ address, device, language, statedLanguage, country }: Caller): ClientInfo {
  return { address, device, language, statedLanguage, country, limitKey: limitKeyOf(address) }
}
