import { type Caller, limitKeyOf } from '#server/gateway/gateway.ts'

/** Where somebody is who signs in, and whom their mistakes are counted for. */
export function placeOf({ address, device }: Caller) {
  return { address, device, limitKey: limitKeyOf(address) }
}
