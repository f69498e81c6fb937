import { type Refusal, refused } from '#contract/outcome.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { OperatorsParts, SignInOrigin } from '#server/operators/operator-types.ts'
import {
  lockOperators,
  type StoredOperator,
  storePassword,
  storeTotp,
} from '#server/operators/operators-store.ts'
import { hashNewPassword } from '#server/operators/passwords.ts'
import {
  countTry,
  deleteEnrolment,
  type Enrolment,
  findEnrolment,
  replaceEnrolment,
} from '#server/operators/sign-in/enrolments-store.ts'
import { parseSecondFactor, type SecondFactor } from '#server/operators/sign-in/second-factor.ts'
import { type Sessions, type SignedIn, signedIn } from '#server/operators/sign-in/sessions.ts'
import { generateTotpSecret, matchingTotpStep, totpUri } from '#server/operators/sign-in/totp.ts'
import { hashToken, newToken } from '#server/platform/tokens.ts'
import { inTransaction, type PoolClient } from '#server/storage/storage.ts'

const ticketMs = 10 * 60_000

/** The TOTP secret for the authenticator app, and the ticket that completes the enrolment. */
export type StartedEnrolment = {
  readonly kind: 'enrolment'
  readonly ticket: string
  readonly secret: string
  readonly uri: string
  readonly needsPassword: boolean
}

/** Called after a correct password if the operator has no second factor. */
export async function startEnrolment(
  { clock, random, encryption }: OperatorsParts,
  client: PoolClient,
  { id, email, mustChangePassword }: StoredOperator,
  { address }: SignInOrigin,
): Promise<StartedEnrolment> {
  const ticket = newToken(random)
  const secret = generateTotpSecret(random)
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

type Enrol = SignInOrigin & {
  readonly ticket: string
  readonly totp: string
  readonly newPassword: string | undefined
}

type Enrolled = SignedIn & { readonly recoveryCodes: readonly string[] }

type Parts = OperatorsParts & { readonly sessions: Sessions; readonly secondFactor: SecondFactor }

type NewPassword = { readonly kind: 'hashed'; readonly hash: string } | { readonly kind: 'kept' }

const ended = refused('enrolment_ended')

/** Completes the enrolment with a TOTP code and signs in. Only a wrong code uses up a try, not a refused password. */
export function createEnrol(parts: Parts) {
  const { pool, clock, wallClock, encryption, passwords, sessions, secondFactor } = parts
  const now = () => new Date(clock.now())

  async function enrol(input: Enrol): Promise<Enrolled | Refusal> {
    const ticketHash = hashToken(input.ticket)
    const enrolment = await findEnrolment(pool, ticketHash, now())
    if (enrolment === undefined) return ended
    const chosen = await choosePassword(enrolment, input.newPassword)
    if (chosen.kind === 'refused') return chosen
    if (!(await countTry(pool, ticketHash, now()))) return ended
    const typed = parseSecondFactor(input.totp)
    const secret = encryption.decrypt(enrolment.totpSealed)
    const step = typed === undefined ? undefined : matchingTotpStep(secret, typed.code, wallClock.now())
    if (step === undefined) return refused('wrong_code')
    return await inTransaction(pool, async (client) => {
      if (!(await isStillOpen(client, enrolment, ticketHash))) return ended
      await storeTotp(client, enrolment.operatorId, enrolment.totpSealed, step)
      if (chosen.kind === 'hashed') await storePassword(client, enrolment.operatorId, chosen.hash)
      return await open(client, enrolment.operatorId, input)
    })
  }

  async function choosePassword(
    enrolment: Enrolment,
    wanted: string | undefined,
  ): Promise<NewPassword | Refusal> {
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

  /** Since the ticket was read, a reset may have happened, or the ticket may have been replaced or used. */
  async function isStillOpen(client: PoolClient, enrolment: Enrolment, ticketHash: Buffer): Promise<boolean> {
    const operator = (await lockOperators(client, [enrolment.operatorId])).get(enrolment.operatorId)
    const isAsItWas = operator?.isActive === true && operator.totpSealed === null
    // A reset deletes the enrolment.
    return isAsItWas && (await deleteEnrolment(client, ticketHash))
  }

  async function open(client: PoolClient, operatorId: number, input: Enrol): Promise<Enrolled> {
    const recoveryCodes = await secondFactor.renewRecoveryCodes(client, operatorId)
    const token = await sessions.open(client, operatorId, input)
    const session = await signedIn(client, token, operatorId)
    await recordAudit(client, {
      operatorId,
      who: session.operator.email,
      action: 'enrolled',
      subject: `operator:${operatorId}`,
      details: { new_password: input.newPassword !== undefined },
      address: input.address,
    })
    return { ...session, recoveryCodes }
  }

  return enrol
}
