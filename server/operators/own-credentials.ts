import { refused } from '#contract/outcome.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Denied, OperatorsParts } from '#server/operators/operator-types.ts'
import { storePassword } from '#server/operators/operators-store.ts'
import { hashNewPassword } from '#server/operators/passwords.ts'
import type { Reauthenticate, Reauthentication } from '#server/operators/reauthentication.ts'
import { endSessions } from '#server/operators/sign-in/operator-sessions-store.ts'
import type { SecondFactor } from '#server/operators/sign-in/second-factor.ts'
import type { PoolClient } from '#server/storage/storage.ts'

export type ChangePassword = Reauthentication & { readonly oldPassword: string; readonly newPassword: string }
export type NewRecoveryCodes = Reauthentication & { readonly password: string }

type Parts = OperatorsParts & { readonly reauthenticate: Reauthenticate; readonly secondFactor: SecondFactor }

/** Lets operators change their own password and recovery codes. */
export function createOwnCredentials(parts: Parts) {
  const { clock, reauthenticate, secondFactor } = parts

  /** Ends every other session. */
  async function changePassword(input: ChangePassword): Promise<{ readonly kind: 'changed' } | Denied> {
    const { by, oldPassword, newPassword } = input
    if (newPassword.normalize('NFC') === oldPassword.normalize('NFC')) return refused('password_same')
    return await reauthenticate({ ...input, password: oldPassword }, async (client, { actor }) => {
      const hashed = await hashNewPassword(parts, newPassword)
      if (hashed.kind === 'refused') return hashed
      await storePassword(client, actor.id, hashed.hash)
      await endSessions(client, { operatorId: actor.id, keep: by.sessionId, at: new Date(clock.now()) })
      await recordOwnAction(client, input, 'password_changed')
      return { kind: 'changed' }
    })
  }

  async function newRecoveryCodes(
    input: NewRecoveryCodes,
  ): Promise<{ readonly kind: 'made'; readonly recoveryCodes: readonly string[] } | Denied> {
    return await reauthenticate(input, async (client, { actor }) => {
      const recoveryCodes = await secondFactor.renewRecoveryCodes(client, actor.id)
      await recordOwnAction(client, input, 'recovery_codes_made')
      return { kind: 'made', recoveryCodes }
    })
  }

  return { changePassword, newRecoveryCodes }
}

async function recordOwnAction(
  client: PoolClient,
  { by, address }: Reauthentication,
  action: string,
): Promise<void> {
  const { operatorId, email: who } = by
  await recordAudit(client, { operatorId, who, action, subject: `operator:${operatorId}`, address })
}
