import type { StoredText } from '#browser/storage/stored-text.ts'

export const inviteCodeStorageKey = 'openlot.invite_code'

/** The limit of the call; every real code is shorter. */
const maxLength = 64

/**
 * The invite code of the visitor: the one in the URL, valid or not, so that the form shows it. Without one, the code of
 * an earlier page, stored before a detour or a reload.
 */
export function loadInviteCode(stored: StoredText, search: string): string {
  const given = (new URLSearchParams(search).get('invite_code') ?? '').trim().slice(0, maxLength)
  if (given === '') return stored.read() ?? ''
  stored.write(given)
  return given
}
