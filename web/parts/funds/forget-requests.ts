import { isRecord, parseRecord } from '#browser/platform/parse-record.ts'
import type { TextStorage } from '#browser/storage/stored-text.ts'

/** One storage item per request, so that two tabs writing at the same time cannot overwrite each other. */
export const requestKeyPrefix = 'openlot.funds.'

/**
 * Removes stored requests, except those of the user who stays. They name amounts and bank accounts, which the next user
 * of the browser must not find. What was recorded is in the lists of the server.
 */
export function forgetRequests(storage: TextStorage | undefined, stayingUserId?: number): void {
  try {
    for (const name of Object.keys(storage ?? {})) {
      if (!name.startsWith(requestKeyPrefix)) continue
      const sent = parseRecord(storage?.getItem(name) ?? '')
      const isOfUser = isRecord(sent) && stayingUserId !== undefined && sent['userId'] === stayingUserId
      if (!isOfUser) storage?.removeItem(name)
    }
  } catch {
    // Storage that throws has nothing to remove.
  }
}
