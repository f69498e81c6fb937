import { recordAudit } from '#server/audit/audit.ts'
import { deleteEnrolments } from '#server/operators/factor/enrolments-store.ts'
import { replaceRecoveryCodes } from '#server/operators/factor/recovery-codes-store.ts'
import { makeFirstPassword } from '#server/operators/first-password.ts'
import type { OperatorsParts } from '#server/operators/operator-types.ts'
import { findOperator, storeReset } from '#server/operators/operators-store.ts'
import { endSessions, readAddresses } from '#server/operators/sessions/operator-sessions-store.ts'
import { familiarKey, signInKey } from '#server/operators/sign-in/attempts.ts'
import { clearFailures } from '#server/operators/sign-in/failures-store.ts'
import { inTransaction, type PoolClient } from '#server/storage/storage.ts'

/** Back to the first sign-in, and out of every session. */
export async function resetSecrets(
  client: PoolClient,
  operatorId: number,
  passwordHash: string,
  at: Date,
): Promise<void> {
  await storeReset(client, operatorId, passwordHash)
  await replaceRecoveryCodes(client, operatorId, [])
  await deleteEnrolments(client, operatorId)
  await clearFailures(client, signInKey(operatorId))
  for (const address of await readAddresses(client, operatorId)) {
    await clearFailures(client, familiarKey(operatorId, address))
  }
  await endSessions(client, { operatorId, at })
}

type ResetParts = Pick<OperatorsParts, 'pool' | 'clock' | 'random' | 'passwords'>

export type Reset =
  | { readonly kind: 'reset'; readonly password: string; readonly isActive: boolean }
  | { readonly kind: 'unknown' }

/** For whoever stands at the machine itself: it needs no key, so it helps where the key was lost, too. */
export async function resetOperator(
  { pool, clock, random, passwords }: ResetParts,
  { email, who }: { readonly email: string; readonly who: string },
): Promise<Reset> {
  const password = makeFirstPassword(random)
  const hash = await passwords.hash(password)
  if (hash === 'busy') throw new Error('too many passwords at once')
  return await inTransaction(pool, async (client) => {
    const operator = await findOperator(client, email)
    if (operator === undefined) return { kind: 'unknown' }
    await resetSecrets(client, operator.id, hash, new Date(clock.now()))
    const subject = `operator:${operator.id}`
    await recordAudit(client, { operatorId: undefined, who, action: 'operator_reset', subject, address: '' })
    return { kind: 'reset', password, isActive: operator.isActive }
  })
}
