import { browserStorage, type StoredText, storedText } from '#browser/storage/stored-text.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'
import { pushDeviceOf } from '#web/parts/push/push-device-of.ts'
import { declinePush, mayOfferPush, pushDeclinedStorageKey } from '#web/push/push-declined.ts'

/** Whether pushes can be turned on here, are off, and were not declined lately. */
export function canOfferPush(parts: AppParts): boolean {
  return pushDeviceOf(parts).getSnapshot() === 'off' && mayOfferPush(declined(), parts.now())
}

/** The user has answered with "Not now". */
export function declineOffer({ now }: AppParts): void {
  declinePush(declined(), now())
}

function declined(): StoredText {
  return storedText(browserStorage(), pushDeclinedStorageKey)
}
