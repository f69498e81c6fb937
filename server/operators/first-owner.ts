import { recordAudit } from '#server/audit/audit.ts'
import type { OperatorsParts } from '#server/operators/operator-types.ts'
import {
  countOperators,
  insertOperator,
  lockAllOperators,
  readSealedFactors,
} from '#server/operators/operators-store.ts'
import { makeFirstPassword } from '#server/operators/passwords.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { inTransaction } from '#server/storage/storage.ts'

/** What the environment says of the first owner. */
export type FirstOwner = {
  readonly email: string
  readonly password?: string | undefined
  /** Base32. With it, the second factor is enrolled already. */
  readonly totpSecret?: string | undefined
}

export type EnsuredOwner =
  | { readonly kind: 'existing' }
  | {
      readonly kind: 'created'
      readonly email: string
      /** Only where it was made up: to be shown once. */
      readonly password: string | undefined
      readonly needsEnrolment: boolean
    }

/** Where there is no operator at all, the owner it begins with. Two processes that start at once make one. */
export async function ensureFirstOwner(parts: OperatorsParts, owner: FirstOwner): Promise<EnsuredOwner> {
  const { pool, clock, random, encryption, passwords } = parts
  if ((await countOperators(pool)) > 0) {
    checkKey(encryption, await readSealedFactors(pool))
    return { kind: 'existing' }
  }
  if (owner.password !== undefined && passwords.isCommon(owner.password)) {
    throw new StartFailure(
      'DESK_PASSWORD is one of the most common passwords: choose another, then start again.',
    )
  }
  const { email, totpSecret } = owner
  const madeUp = owner.password === undefined ? makeFirstPassword(random) : undefined
  const passwordHash = await passwords.hash(owner.password ?? madeUp ?? '')
  if (passwordHash === 'busy') throw new Error('too many passwords at once')
  return await inTransaction(pool, async (client) => {
    await lockAllOperators(client)
    if ((await countOperators(client)) > 0) return { kind: 'existing' }
    const id = await insertOperator(client, {
      email,
      role: 'owner',
      passwordHash,
      // Whoever set it in the environment chose it; one that was printed has been seen.
      mustChangePassword: madeUp !== undefined,
      totpSealed: totpSecret === undefined ? undefined : encryption.encrypt(totpSecret),
      createdAt: new Date(clock.now()),
      createdBy: undefined,
    })
    await recordAudit(client, {
      operatorId: undefined,
      who: 'system',
      action: 'operator_created',
      subject: `operator:${id}`,
      details: { email, role: 'owner' },
      address: '',
    })
    return { kind: 'created', email, password: madeUp, needsEnrolment: totpSecret === undefined }
  })
}

/** With another key nobody could sign in any more, and nobody would know why. */
function checkKey(encryption: Encryption, sealed: readonly Buffer[]): void {
  try {
    for (const factor of sealed) encryption.decrypt(factor)
  } catch {
    throw new StartFailure(
      'The second factors of the operators were sealed with another key: put the file secret.key back into DATA_DIR, or set SECRET_KEY as it was, then start again.',
    )
  }
}
