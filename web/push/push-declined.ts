import type { StoredText } from '#browser/storage/stored-text.ts'

/** When this device has answered the offer with "Not now". */
export const pushDeclinedStorageKey = 'openlot.push_declined'

/** After "Not now" there is no offer for this long. */
export const declinedMs = 30 * 24 * 60 * 60 * 1_000

export function mayOfferPush(stored: StoredText, nowMs: number): boolean {
  const declinedAtMs = Number(stored.read())
  return !(declinedAtMs > 0) || Math.abs(nowMs - declinedAtMs) >= declinedMs
}

export function declinePush(stored: StoredText, nowMs: number): void {
  stored.write(String(nowMs))
}
