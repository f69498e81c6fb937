import { type Refusal, refused } from '#contract/outcome.ts'
import { passwordProblem } from '#core/user/password-rule.ts'
import type { OperatorsParts } from '#server/operators/operator-types.ts'
import type { Random } from '#server/platform/random.ts'

/** Checks a new password and hashes it. */
export async function hashNewPassword(
  { passwords }: Pick<OperatorsParts, 'passwords'>,
  password: string,
): Promise<Refusal | { readonly kind: 'hashed'; readonly hash: string }> {
  const fault = passwordProblem(password)
  if (fault !== undefined) return refused(`password_${fault}`)
  if (passwords.isCommon(password)) return refused('password_common')
  const hash = await passwords.hash(password)
  return hash === 'busy' ? refused('busy') : { kind: 'hashed', hash }
}

// Without characters that look alike, so that the password can be copied by hand.
const letters = 'abcdefghjkmnpqrstuvwxyz'
const digits = '23456789'
const group = [letters, letters, letters, digits]
const groups = 5

/** Five groups of three letters and a digit, 82 random bits. */
export function generateTemporaryPassword(random: Random): string {
  const made = Array.from({ length: groups }, () => group.map((signs) => pick(signs, random)).join(''))
  return made.join('-')
}

/** 32 random bits per character keep the modulo bias below 10^-8. */
function pick(signs: string, random: Random): string {
  const chance = Buffer.from(random.bytes(4)).readUInt32BE()
  return signs[chance % signs.length] ?? ''
}
