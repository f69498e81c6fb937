import { type Refusal, refused } from '#contract/outcome.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { OperatorsParts, Place } from '#server/operators/operator-types.ts'
import {
  lockOperators,
  type StoredOperator,
  storeFactor,
  storePassword,
} from '#server/operators/operators-store.ts'
import { hashNewPassword } from '#server/operators/passwords.ts'
import {
  countTry,
  type Enrolment,
  findEnrolment,
  replaceEnrolment,
  takeEnrolment,
} from '#server/operators/sign-in/enrolments-store.ts'
import { readTypedFactor, type SecondFactor } from '#server/operators/sign-in/second-factor.ts'
import type { Sessions } from '#server/operators/sign-in/sessions.ts'
import { type SignedIn, signedIn } from '#server/operators/sign-in/sign-in.ts'
import { matchingStep, newTotpSecret, totpUri } from '#server/operators/sign-in/totp.ts'
import { hashToken, newToken } from '#server/platform/tokens.ts'
import { inTransaction, type PoolClient } from '#server/storage/storage.ts'

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
  { clock, random, encryption }: OperatorsParts,
  client: PoolClient,
  { id, email, mustChangePassword }: StoredOperator,
  { address }: Place,
): Promise<StartedEnrolment> {
  const ticket = newToken(random)
  const secret = newTotpSecret(random)
  await replaceEnrolment(client, {
    operatorId: id,
    ticketHash: hashToken(ticket),
    totpSealed: encryption.encrypt(secret),
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

type Enrol = Place & {
  readonly ticket: string
  readonly totp: string
  readonly newPassword: string | undefined
}

type Enrolled = SignedIn & { readonly recoveryCodes: readonly string[] }

type Parts = OperatorsParts & { readonly sessions: Sessions; readonly secondFactor: SecondFactor }

type Chosen = { readonly kind: 'hashed'; readonly hash: string } | { readonly kind: 'kept' }

const ended = refused('enrolment_ended')

/** Shows that the authenticator works, and signs in. Only a wrong code uses up a try, not a password that will not do. */
export function createEnrol(parts: Parts) {
  const { pool, clock, encryption, passwords, sessions, secondFactor } = parts
  const now = () => new Date(clock.now())

  async function enrol(asked: Enrol): Promise<Enrolled | Refusal> {
    const ticketHash = hashToken(asked.ticket)
    const enrolment = await findEnrolment(pool, ticketHash, now())
    if (enrolment === undefined) return ended
    const chosen = await choosePassword(enrolment, asked.newPassword)
    if (chosen.kind === 'refused') return chosen
    if (!(await countTry(pool, ticketHash, now()))) return ended
    const typed = readTypedFactor(asked.totp)
    const secret = encryption.decrypt(enrolment.totpSealed)
    const step = typed === undefined ? undefined : matchingStep(secret, typed.code, clock.now())
    if (step === undefined) return refused('wrong_code')
    return await inTransaction(pool, async (client) => {
      if (!(await isStillOpen(client, enrolment, ticketHash))) return ended
      await storeFactor(client, enrolment.operatorId, enrolment.totpSealed, step)
      if (chosen.kind === 'hashed') await storePassword(client, enrolment.operatorId, chosen.hash)
      return await open(client, enrolment.operatorId, asked)
    })
  }

  async function choosePassword(enrolment: Enrolment, wanted: string | undefined): Promise<Chosen | Refusal> {
    if (wanted === undefined) {
      return enrolment.mustChangePassword
        ? refused('invalid_input', { field: 'new_password' })
        : { kind: 'kept' }
    }
    const hashed = await hashNewPassword(parts, wanted)
    if (hashed.kind === 'refused') return hashed
    const isSame = await passwords.verify(enrolment.passwordHash, wanted)
    if (isSame === 'busy') return refused('busy')
    return isSame ? refused('password_same') : hashed
  }

  /** Much may have happened since the ticket was read: a reset, another ticket, this very one used elsewhere. */
  async function isStillOpen(client: PoolClient, enrolment: Enrolment, ticketHash: Buffer): Promise<boolean> {
    const operator = (await lockOperators(client, [enrolment.operatorId])).get(enrolment.operatorId)
    const isAsItWas = operator?.isActive === true && operator.totpSealed === null
    // A reset has taken it away.
    return isAsItWas && (await takeEnrolment(client, ticketHash))
  }

  async function open(client: PoolClient, operatorId: number, asked: Enrol): Promise<Enrolled> {
    const recoveryCodes = await secondFactor.renewRecoveryCodes(client, operatorId)
    const token = await sessions.open(client, operatorId, asked)
    const session = await signedIn(client, token, operatorId)
    await recordAudit(client, {
      operatorId,
      who: session.operator.email,
      action: 'enrolled',
      subject: `operator:${operatorId}`,
      details: { new_password: asked.newPassword !== undefined },
      address: asked.address,
    })
    return { ...session, recoveryCodes }
  }

  return enrol
}
