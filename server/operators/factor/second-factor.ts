import {
  isUnusedCode,
  markCodeUsed,
  replaceRecoveryCodes,
} from '#server/operators/factor/recovery-codes-store.ts'
import { matchingStep } from '#server/operators/factor/totp.ts'
import { makeRecoveryCodes, readTypedFactor } from '#server/operators/factor/typed-factor.ts'
import type { OperatorsParts } from '#server/operators/operator-types.ts'
import { type StoredOperator, storeLastStep } from '#server/operators/operators-store.ts'
import type { Sealing } from '#server/platform/encryption.ts'
import type { PoolClient } from '#server/storage/storage.ts'

/** A factor that was found right and is still unused. */
export type FoundFactor =
  | { readonly kind: 'totp'; readonly step: number }
  | { readonly kind: 'recovery'; readonly hash: Buffer }

export type SecondFactor = ReturnType<typeof createSecondFactor>

/**
 * Both halves need the operator's row locked by the same transaction: that is what makes each code work once, however
 * many ask at the same time.
 */
export function createSecondFactor({ clock, random, sealing }: OperatorsParts) {
  async function find(
    client: PoolClient,
    operator: StoredOperator,
    typed: string,
  ): Promise<FoundFactor | undefined> {
    const { id, totpSealed, totpLastStep } = operator
    const factor = readTypedFactor(typed)
    if (factor === undefined || totpSealed === null) return undefined
    if (factor.kind === 'recovery') {
      const hash = codeHash(sealing, id, factor.code)
      return (await isUnusedCode(client, id, hash)) ? { kind: 'recovery', hash } : undefined
    }
    const step = matchingStep(sealing.open(totpSealed), factor.code, clock.now())
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
    const hashes = codes.map((code) => codeHash(sealing, operatorId, code.replaceAll('-', '')))
    await replaceRecoveryCodes(client, operatorId, hashes)
    return codes
  }

  return { find, use, renewRecoveryCodes }
}

function codeHash(sealing: Sealing, operatorId: number, code: string): Buffer {
  return sealing.keyedHash('operator recovery code', String(operatorId), code)
}
