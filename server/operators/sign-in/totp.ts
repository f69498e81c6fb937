import { Secret, TOTP } from 'otpauth'
import type { Random } from '#server/platform/random.ts'

// Codes as every authenticator makes them: SHA-1, six digits, a new one every 30 seconds.
const stepMs = 30_000
const digits = 6
const period = stepMs / 1000

/** One step early or late still counts: clocks differ, and people type slowly. */
const window = 1

const secretBytes = 20

/** The secret an authenticator is given, in base32. */
export function newTotpSecret(random: Random): string {
  return base32Of(random.bytes(secretBytes))
}

export function base32Of(bytes: Uint8Array): string {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32
}

/** What the picture holds that an authenticator scans. */
export function totpUri(secret: string, email: string): string {
  return new TOTP({ issuer: 'Openlot', label: email, secret, algorithm: 'SHA1', digits, period }).toString()
}

/** The step whose code this is, near this moment; undefined when it is no such code. */
export function matchingStep(secret: string, code: string, nowMs: number): number | undefined {
  // The library throws on letters of more than one byte.
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
