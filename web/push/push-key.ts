/** The bytes of a base64url text. */
export function keyBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0))
}

/** Whether a subscription belongs to the key. A browser that does not tell is believed to. */
export function isSameKey(ofSubscription: ArrayBuffer | null, key: Uint8Array): boolean {
  if (ofSubscription === null) return true
  const bytes = new Uint8Array(ofSubscription)
  return bytes.length === key.length && bytes.every((byte, at) => byte === key[at])
}
