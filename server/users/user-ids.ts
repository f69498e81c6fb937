import { inviteCodeFrom, inviteCodeLength } from '#core/user/user.ts'
import type { Random } from '#server/platform/random.ts'

/** Eight random digits, so that a uid does not reveal the number of users. */
export function generateUid(random: Random): string {
  // 2^48 values over 9 × 10^7 uids: the modulo bias is negligible.
  const drawn = Buffer.from(random.bytes(6)).readUIntBE(0, 6)
  return String(10_000_000 + (drawn % 90_000_000))
}

export function generateInviteCode(random: Random): string {
  // Only some bytes can become a letter. Four per letter are almost always enough; otherwise it draws again.
  return inviteCodeFrom(random.bytes(inviteCodeLength * 4)) ?? generateInviteCode(random)
}

/** A collision is rare, so more attempts than this indicate a defect. */
export const maxIdAttempts = 5
