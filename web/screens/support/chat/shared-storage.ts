import type { TextStorage } from '#browser/storage/stored-text.ts'
import { supportThreadKey } from '#web/support/storage-keys.ts'
import { sessionStorageKey } from '#web/user/session-storage-key.ts'

type Held = { readonly token: string | undefined; readonly thread: string | undefined }

const trialKey = 'openlot.support.trial'
/** At least as long as a token. */
const trialText = '0'.repeat(512)

/**
 * Whether a frame reads the same session and the same visitor's thread from the storage, and can store its own. Not in
 * some private windows, and not if the storage is full.
 */
export function isStorageShared(storage: TextStorage | undefined, { token, thread }: Held): boolean {
  if (storage === undefined) return false
  const holds = (name: string, text: string | undefined) => storage.getItem(name) === (text ?? null)
  try {
    storage.setItem(trialKey, trialText)
    storage.removeItem(trialKey)
    return holds(sessionStorageKey, token) && holds(supportThreadKey, thread)
  } catch {
    return false
  }
}
