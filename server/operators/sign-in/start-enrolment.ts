import { recordAudit } from '#server/audit/audit.ts'
import { replaceEnrolment } from '#server/operators/factor/enrolments-store.ts'
import { newTotpSecret, totpUri } from '#server/operators/factor/totp.ts'
import type { OperatorsParts, Place } from '#server/operators/operator-types.ts'
import type { StoredOperator } from '#server/operators/operators-store.ts'
import { hashToken, newToken } from '#server/platform/tokens.ts'
import type { PoolClient } from '#server/storage/storage.ts'

const ticketMs = 10 * 60_000

/** What an authenticator needs, and the ticket to come back with. */
export type StartedEnrolment = {
  readonly kind: 'enrolment'
  readonly ticket: string
  readonly secret: string
  readonly uri: string
  readonly needsPassword: boolean
}

/** The password was right and there is no second factor yet: the next step is to have one. */
export async function startEnrolment(
  { clock, random, sealing }: OperatorsParts,
  client: PoolClient,
  { id, email, mustChangePassword }: StoredOperator,
  { address }: Place,
): Promise<StartedEnrolment> {
  const ticket = newToken(random)
  const secret = newTotpSecret(random)
  await replaceEnrolment(client, {
    operatorId: id,
    ticketHash: hashToken(ticket),
    totpSealed: sealing.seal(secret),
    expiresAt: new Date(clock.now() + ticketMs),
  })
  const subject = `operator:${id}`
  await recordAudit(client, { operatorId: id, who: email, action: 'enrolment_started', subject, address })
  return {
    kind: 'enrolment',
    ticket,
    secret,
    uri: totpUri(secret, email),
    needsPassword: mustChangePassword,
  }
}
