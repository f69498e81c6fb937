const longestAddress = 254
const longestLocalPart = 64

/** One letter out of another alphabet can look like ours, so an address is plain ASCII; mail servers agree. */
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const domain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

/** The address as it is stored and compared: without outer spaces, in lower case. Undefined when it is none. */
export function parseEmailAddress(text: string): string | undefined {
  const address = text.trim().toLowerCase()
  if (address.length > longestAddress) return undefined
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(at, 0))
  const isAddress =
    local.length <= longestLocalPart && localPart.test(local) && domain.test(address.slice(at + 1))
  return isAddress ? address : undefined
}
