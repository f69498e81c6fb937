import { recordAudit } from '#server/audit/audit.ts'
import type { OperatorsParts } from '#server/operators/operator-types.ts'
import {
  countOperators,
  insertOperator,
  lockAllOperators,
  readEncryptedTotpSecrets,
} from '#server/operators/operators-store.ts'
import { generateTemporaryPassword } from '#server/operators/passwords.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { inTransaction } from '#server/storage/storage.ts'

/** The first owner as configured in the environment. */
export type FirstOwner = {
  readonly email: string
  readonly password?: string | undefined
  /** Base32. If set, the second factor is already enrolled. */
  readonly totpSecret?: string | undefined
}

export type EnsuredOwner =
  | { readonly kind: 'existing' }
  | {
      readonly kind: 'created'
      readonly email: string
      /** The generated password, to be shown once; undefined if configured. */
      readonly password: string | undefined
      readonly needsEnrolment: boolean
    }

/** Creates the first owner if there is no operator. Two processes that start at once create only one owner. */
export async function ensureFirstOwner(parts: OperatorsParts, owner: FirstOwner): Promise<EnsuredOwner> {
  const { pool, clock, random, encryption, passwords } = parts
  if ((await countOperators(pool)) > 0) {
    checkEncryptionKey(encryption, await readEncryptedTotpSecrets(pool))
    return { kind: 'existing' }
  }
  if (owner.password !== undefined && passwords.isCommon(owner.password)) {
    throw new StartFailure(
      'DESK_PASSWORD is one of the most common passwords: choose another, then start again.',
    )
  }
  const { email, totpSecret } = owner
  const generated = owner.password === undefined ? generateTemporaryPassword(random) : undefined
  const passwordHash = await passwords.hash(owner.password ?? generated ?? '')
  if (passwordHash === 'busy') throw new Error('too many passwords are being hashed')
  return await inTransaction(pool, async (client) => {
    await lockAllOperators(client)
    if ((await countOperators(client)) > 0) return { kind: 'existing' }
    const id = await insertOperator(client, {
      email,
      role: 'owner',
      passwordHash,
      // A generated password was printed, so it must be changed.
      mustChangePassword: generated !== undefined,
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
    return { kind: 'created', email, password: generated, needsEnrolment: totpSecret === undefined }
  })
}

/** Checked at startup: with a wrong key every sign-in would fail without a visible cause. */
function checkEncryptionKey(encryption: Encryption, sealed: readonly Buffer[]): void {
  try {
    for (const factor of sealed) encryption.decrypt(factor)
  } catch {
    throw new StartFailure(
      'The second factors of the operators are encrypted with another key: restore the file secret.key in DATA_DIR, or set the former SECRET_KEY, then start again.',
    )
  }
}
