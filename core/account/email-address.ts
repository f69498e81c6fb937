const longestAddress = 254
const longestLocalPart = 64

/**
 * One letter out of another alphabet can look like ours, or even become ours in lower case, so an address is plain
 * ASCII; mail servers agree.
 */
const plain = /^[\x21-\x7e]+$/
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const domain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/

/** The address as it is stored and compared: without outer spaces, in lower case. Undefined when it is none. */
export function parseEmailAddress(text: string): string | undefined {
  const typed = text.trim()
  if (typed.length > longestAddress || !plain.test(typed)) return undefined
  const address = typed.toLowerCase()
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(at, 0))
  const isAddress =
    local.length <= longestLocalPart && localPart.test(local) && domain.test(address.slice(at + 1))
  return isAddress ? address : undefined
}
