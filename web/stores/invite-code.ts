import type { StoredText } from '#web/stores/stored-text.ts'

export const inviteCodeStorageKey = 'openlot.invite_code'

/** Longer than any code, and as long as the call takes. */
const longestKept = 64

/**
 * The invitation somebody came with. The one in the address counts, whatever it is worth, so that they see what they
 * came with; otherwise the one they came with earlier, before a detour or a reload.
 */
export function loadInviteCode(stored: StoredText, search: string): string {
  const given = (new URLSearchParams(search).get('invite_code') ?? '').trim().slice(0, longestKept)
  if (given === '') return stored.read() ?? ''
  stored.write(given)
  return given
}
