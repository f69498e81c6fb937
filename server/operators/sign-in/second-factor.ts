import type { OperatorsParts } from '#server/operators/operator-types.ts'
import { type StoredOperator, storeLastStep } from '#server/operators/operators-store.ts'
import {
  isUnusedCode,
  markCodeUsed,
  replaceRecoveryCodes,
} from '#server/operators/sign-in/recovery-codes-store.ts'
import { base32Of, matchingStep } from '#server/operators/sign-in/totp.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import type { Random } from '#server/platform/random.ts'
import type { PoolClient } from '#server/storage/storage.ts'

/** A factor that was found right and is still unused. */
type FoundFactor =
  | { readonly kind: 'totp'; readonly step: number }
  | { readonly kind: 'recovery'; readonly hash: Buffer }

export type SecondFactor = ReturnType<typeof createSecondFactor>

/**
 * Both halves need the operator's row locked by the same transaction: that is what makes each code work once, however
 * many ask at the same time.
 */
export function createSecondFactor({ clock, random, encryption }: OperatorsParts) {
  async function find(
    client: PoolClient,
    operator: StoredOperator,
    typed: string,
  ): Promise<FoundFactor | undefined> {
    const { id, totpSealed, totpLastStep } = operator
    const factor = readTypedFactor(typed)
    if (factor === undefined || totpSealed === null) return undefined
    if (factor.kind === 'recovery') {
      const hash = codeHash(encryption, id, factor.code)
      return (await isUnusedCode(client, id, hash)) ? { kind: 'recovery', hash } : undefined
    }
    const step = matchingStep(encryption.decrypt(totpSealed), factor.code, clock.now())
    const isFresh = step !== undefined && step > (totpLastStep ?? -1)
    return isFresh ? { kind: 'totp', step } : undefined
  }

  async function use(client: PoolClient, operatorId: number, factor: FoundFactor): Promise<void> {
    if (factor.kind === 'totp') await storeLastStep(client, operatorId, factor.step)
    else await markCodeUsed(client, operatorId, factor.hash, new Date(clock.now()))
  }

  /** Ten new ones in place of whatever there was; nothing but their hashes is kept. */
  async function renewRecoveryCodes(client: PoolClient, operatorId: number): Promise<readonly string[]> {
    const codes = makeRecoveryCodes(random)
    const hashes = codes.map((code) => codeHash(encryption, operatorId, code.replaceAll('-', '')))
    await replaceRecoveryCodes(client, operatorId, hashes)
    return codes
  }

  return { find, use, renewRecoveryCodes }
}

function codeHash(encryption: Encryption, operatorId: number, code: string): Buffer {
  return encryption.keyedHash('operator recovery code', String(operatorId), code)
}

/** What was typed as the second factor: the digits an authenticator shows, or one of the recovery codes. */
type TypedFactor =
  | { readonly kind: 'totp'; readonly code: string }
  | { readonly kind: 'recovery'; readonly code: string }

/** Blanks, dashes and the case of letters do not count, nor whether the digits are those of a Chinese keyboard. */
export function readTypedFactor(text: string): TypedFactor | undefined {
  const code = text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
  if (/^[0-9]{6}$/.test(code)) return { kind: 'totp', code }
  return /^[A-Z2-7]{16}$/.test(code) ? { kind: 'recovery', code } : undefined
}

const recoveryCodeCount = 10
const recoveryCodeBytes = 10

/** 80 random bits each, in groups that can be read out. */
export function makeRecoveryCodes(random: Random): readonly string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    base32Of(random.bytes(recoveryCodeBytes)).replace(/(?<=.)(?=(?:.{4})+$)/g, '-'),
  )
}
