import { base32Of } from '#server/operators/factor/totp.ts'
import type { Random } from '#server/platform/random.ts'

/** What was typed as the second factor: the digits an authenticator shows, or one of the recovery codes. */
export type TypedFactor =
  | { readonly kind: 'totp'; readonly code: string }
  | { readonly kind: 'recovery'; readonly code: string }

/** Blanks, dashes and the case of letters do not count, nor whether the digits are those of a Chinese keyboard. */
export function readTypedFactor(text: string): TypedFactor | undefined {
  const code = text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
  if (/^[0-9]{6}$/.test(code)) return { kind: 'totp', code }
  return /^[A-Z2-7]{16}$/.test(code) ? { kind: 'recovery', code } : undefined
}

export const recoveryCodeCount = 10
const recoveryCodeBytes = 10

/** 80 random bits each, in groups that can be read out. */
export function makeRecoveryCodes(random: Random): readonly string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    base32Of(random.bytes(recoveryCodeBytes)).replace(/(?<=.)(?=(?:.{4})+$)/g, '-'),
  )
}
