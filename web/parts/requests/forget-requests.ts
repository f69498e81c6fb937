import { isRecord, parseRecord } from '#browser/platform/parse-record.ts'
import type { TextStorage } from '#browser/storage/stored-text.ts'

// One storage item per request, so that two tabs writing at the same time cannot overwrite each other.
export const fundsKeyPrefix = 'openlot.funds.'
export const complaintKeyPrefix = 'openlot.complaint.'
export const complaintDraftKey = 'openlot.complaint_draft'

/** Items that begin like this belong to the user that `userId` names in them. */
const ownedKeyPrefixes: readonly string[] = [fundsKeyPrefix, complaintKeyPrefix, complaintDraftKey]

/**
 * Removes stored requests and drafts, except those of the user who stays. They name amounts, bank accounts and
 * complaints, which the next user of the browser must not find. What was recorded is in the lists of the server.
 */
export function forgetRequests(storage: TextStorage | undefined, stayingUserId?: number): void {
  try {
    for (const name of Object.keys(storage ?? {})) {
      if (!ownedKeyPrefixes.some((prefix) => name.startsWith(prefix))) continue
      const sent = parseRecord(storage?.getItem(name) ?? '')
      const isOfUser = isRecord(sent) && stayingUserId !== undefined && sent['userId'] === stayingUserId
      if (!isOfUser) storage?.removeItem(name)
    }
  } catch {
    // Storage that throws has nothing to remove.
  }
}
