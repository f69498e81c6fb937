import type { OperatorsParts } from '#server/operators/operator-types.ts'
import { type StoredOperator, storeLastTotpStep } from '#server/operators/operators-store.ts'
import {
  isUnusedCode,
  markCodeUsed,
  replaceRecoveryCodes,
} from '#server/operators/sign-in/recovery-codes-store.ts'
import { base32Of, matchingTotpStep } from '#server/operators/sign-in/totp.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import type { Random } from '#server/platform/random.ts'
import type { PoolClient } from '#server/storage/storage.ts'

/** A correct, unused factor. */
type ValidFactor =
  | { readonly kind: 'totp'; readonly step: number }
  | { readonly kind: 'recovery'; readonly hash: Buffer }

export type SecondFactor = ReturnType<typeof createSecondFactor>

/**
 * `find` and `use` require the operator's row to be locked by the same transaction. The lock makes each code work
 * only once, even for parallel requests.
 */
export function createSecondFactor({ clock, wallClock, random, encryption }: OperatorsParts) {
  async function find(
    client: PoolClient,
    operator: StoredOperator,
    typed: string,
  ): Promise<ValidFactor | undefined> {
    const { id, totpSealed, totpLastStep } = operator
    const factor = parseSecondFactor(typed)
    if (factor === undefined || totpSealed === null) return undefined
    if (factor.kind === 'recovery') {
      const hash = recoveryCodeHash(encryption, id, factor.code)
      return (await isUnusedCode(client, id, hash)) ? { kind: 'recovery', hash } : undefined
    }
    const step = matchingTotpStep(encryption.decrypt(totpSealed), factor.code, wallClock.now())
    const isFresh = step !== undefined && step > (totpLastStep ?? -1)
    return isFresh ? { kind: 'totp', step } : undefined
  }

  async function use(client: PoolClient, operatorId: number, factor: ValidFactor): Promise<void> {
    if (factor.kind === 'totp') await storeLastTotpStep(client, operatorId, factor.step)
    else await markCodeUsed(client, operatorId, factor.hash, new Date(clock.now()))
  }

  /** Replaces all recovery codes with ten new ones and stores only their hashes. */
  async function renewRecoveryCodes(client: PoolClient, operatorId: number): Promise<readonly string[]> {
    const codes = generateRecoveryCodes(random)
    const hashes = codes.map((code) => recoveryCodeHash(encryption, operatorId, code.replaceAll('-', '')))
    await replaceRecoveryCodes(client, operatorId, hashes)
    return codes
  }

  return { find, use, renewRecoveryCodes }
}

function recoveryCodeHash(encryption: Encryption, operatorId: number, code: string): Buffer {
  return encryption.keyedHash('operator recovery code', String(operatorId), code)
}

/** A TOTP code or a recovery code, as typed and normalized. */
type SecondFactorInput =
  | { readonly kind: 'totp'; readonly code: string }
  | { readonly kind: 'recovery'; readonly code: string }

/** Ignores spaces, dashes and case, and accepts full-width digits. */
export function parseSecondFactor(text: string): SecondFactorInput | undefined {
  const code = text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
  if (/^[0-9]{6}$/.test(code)) return { kind: 'totp', code }
  return /^[A-Z2-7]{16}$/.test(code) ? { kind: 'recovery', code } : undefined
}

const recoveryCodeCount = 10
const recoveryCodeBytes = 10

/** 80 random bits each, in groups of four characters. */
export function generateRecoveryCodes(random: Random): readonly string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    base32Of(random.bytes(recoveryCodeBytes)).replace(/(?<=.)(?=(?:.{4})+$)/g, '-'),
  )
}
