import { parseRecord } from '#browser/platform/parse-record.ts'
import type { TextStorage } from '#browser/storage/stored-text.ts'
import { draftKeyPrefix, outboxKeyPrefix } from '#web/support/storage-keys.ts'
import { ownerKey, visitorKey } from '#web/support/support-owner.ts'

/**
 * Removes what a user who logs out has typed, so that the next user of the browser does not find it: draft and unsent
 * messages. A visitor's draft that has not followed to the user yet goes too. Without an id it is not known who logs out,
 * and the texts of all users are removed.
 */
export function forgetSupportTexts(storage: TextStorage | undefined, userId: number | undefined): void {
  const isLeaving = (owner: unknown) =>
    userId === undefined ? owner !== visitorKey : owner === ownerKey({ kind: 'user', userId })
  removeItems(storage, (name) => {
    const drafter = ownerOfDraft(name)
    if (drafter !== undefined) return drafter === visitorKey || isLeaving(drafter)
    return name.startsWith(outboxKeyPrefix) && isLeaving(parseRecord(storage?.getItem(name) ?? '')?.['owner'])
  })
}

/** Removes the drafts of users whose sessions ended without a logout, once another user has logged in. */
export function forgetOthersDrafts(storage: TextStorage | undefined, stayingUserId: number): void {
  const staying: readonly string[] = [visitorKey, ownerKey({ kind: 'user', userId: stayingUserId })]
  removeItems(storage, (name) => {
    const drafter = ownerOfDraft(name)
    return drafter !== undefined && !staying.includes(drafter)
  })
}

function ownerOfDraft(name: string): string | undefined {
  return name.startsWith(draftKeyPrefix) ? name.slice(draftKeyPrefix.length) : undefined
}

function removeItems(storage: TextStorage | undefined, isRemoved: (name: string) => boolean): void {
  try {
    for (const name of Object.keys(storage ?? {})) if (isRemoved(name)) storage?.removeItem(name)
  } catch {
    // Storage that throws has nothing to remove.
  }
}
