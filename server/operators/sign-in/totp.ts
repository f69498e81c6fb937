import { Secret, TOTP } from 'otpauth'
import type { Random } from '#server/platform/random.ts'

// RFC 6238 with the parameters every authenticator app supports: SHA-1, six digits, 30 seconds.
const stepMs = 30_000
const digits = 6
const period = stepMs / 1000

/** Accepts one step early or late, for clock differences and slow typing. */
const window = 1

const secretBytes = 20

/** Base32, as authenticator apps expect. */
export function generateTotpSecret(random: Random): string {
  return base32Of(random.bytes(secretBytes))
}

export function base32Of(bytes: Uint8Array): string {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32
}

/** The `otpauth:` URI for the QR code. */
export function totpUri(secret: string, email: string): string {
  return new TOTP({ issuer: 'Openlot', label: email, secret, algorithm: 'SHA1', digits, period }).toString()
}

/** The time step that this code belongs to; undefined if it is wrong or outside the window. */
export function matchingTotpStep(secret: string, code: string, nowMs: number): number | undefined {
  // otpauth throws on multi-byte characters.
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits,
    period,
    timestamp: nowMs,
    window,
  })
  return delta === null ? undefined : Math.floor(nowMs / stepMs) + delta
}
