// Names of what the support chat keeps in the browser.
import type { TextStorage } from '#browser/storage/stored-text.ts'

/** Token of a visitor's thread. It never appears in an address. */
export const supportThreadKey = 'openlot.support_thread'
/** One storage item per message, so that two tabs writing at the same time cannot overwrite each other. */
export const outboxKeyPrefix = 'openlot.support.out.'
/** Text that is not sent yet, one item per owner. */
export const draftKeyPrefix = 'openlot.support.draft.'

/** Whether there is a message to send, so that the code for it must be loaded. */
export function hasUnsentMessages(storage: TextStorage | undefined): boolean {
  try {
    return Object.keys(storage ?? {}).some((name) => name.startsWith(outboxKeyPrefix))
  } catch {
    return false
  }
}
