import { refused } from '#contract/outcome.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { No, OperatorsParts } from '#server/operators/operator-types.ts'
import { storePassword } from '#server/operators/operators-store.ts'
import { hashNewPassword } from '#server/operators/passwords.ts'
import type { Confirm, Confirmation } from '#server/operators/reauthentication.ts'
import { endSessions } from '#server/operators/sign-in/operator-sessions-store.ts'
import type { SecondFactor } from '#server/operators/sign-in/second-factor.ts'
import type { PoolClient } from '#server/storage/storage.ts'

export type ChangePassword = Confirmation & { readonly oldPassword: string; readonly newPassword: string }
export type NewRecoveryCodes = Confirmation & { readonly password: string }

type Parts = OperatorsParts & { readonly confirm: Confirm; readonly secondFactor: SecondFactor }

/** What operators change of their own. */
export function createOwnSecrets(parts: Parts) {
  const { clock, confirm, secondFactor } = parts

  /** Every other session ends with it. */
  async function changePassword(asked: ChangePassword): Promise<{ readonly kind: 'changed' } | No> {
    const { by, oldPassword, newPassword } = asked
    if (newPassword.normalize('NFC') === oldPassword.normalize('NFC')) return refused('password_same')
    return await confirm({ ...asked, password: oldPassword }, async (client, { me }) => {
      const hashed = await hashNewPassword(parts, newPassword)
      if (hashed.kind === 'refused') return hashed
      await storePassword(client, me.id, hashed.hash)
      await endSessions(client, { operatorId: me.id, keep: by.sessionId, at: new Date(clock.now()) })
      await note(client, asked, 'password_changed')
      return { kind: 'changed' }
    })
  }

  async function newRecoveryCodes(
    asked: NewRecoveryCodes,
  ): Promise<{ readonly kind: 'made'; readonly recoveryCodes: readonly string[] } | No> {
    return await confirm(asked, async (client, { me }) => {
      const recoveryCodes = await secondFactor.renewRecoveryCodes(client, me.id)
      await note(client, asked, 'recovery_codes_made')
      return { kind: 'made', recoveryCodes }
    })
  }

  return { changePassword, newRecoveryCodes }
}

async function note(client: PoolClient, { by, address }: Confirmation, action: string): Promise<void> {
  const { operatorId, email: who } = by
  await recordAudit(client, { operatorId, who, action, subject: `operator:${operatorId}`, address })
}
