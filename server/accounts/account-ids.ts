import { inviteCodeFrom, inviteCodeLength } from '#core/account/user.ts'
import type { Random } from '#server/platform/random.ts'

/** Eight digits that tell nothing of how many users there are. */
export function newUid(random: Random): string {
  // 2^48 numbers over 9 × 10^7 uids: no uid is noticeably likelier than another.
  const drawn = Buffer.from(random.bytes(6)).readUIntBE(0, 6)
  return String(10_000_000 + (drawn % 90_000_000))
}

export function newInviteCode(random: Random): string {
  // Of four bytes for each letter at least one is as good as always usable; should it fail, it is drawn again.
  return inviteCodeFrom(random.bytes(inviteCodeLength * 4)) ?? newInviteCode(random)
}

/** With so many names to draw from, even a second try is rare; more than these means that something is wrong. */
export const mostNameTries = 5
