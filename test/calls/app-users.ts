// Users, demo accounts and operators of every role for tests of the whole application.
import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import { type OperatorRole, operatorRoles } from '#core/user/operator-role.ts'
import { type AppFixture, owner } from '#test/calls/app-fixture.ts'
import { eventually } from '#test/eventually.ts'

export const password = 'correct horse 7'

/** Requests a code and waits until it is in the outbox. */
export async function codeSentTo(fixture: AppFixture, email: string, type: 1 | 2): Promise<string> {
  const before = (await fixture.messagesTo(email)).length
  fixture.advance(61_000)
  const sent = await fixture.call({ url: '/api/notify/send_email', form: { to: email, type: String(type) } })
  assert.equal(sent.code, 1, sent.msg)
  await eventually(async () => (await fixture.messagesTo(email)).length > before)
  return (await fixture.messagesTo(email)).at(-1)?.code ?? ''
}

export async function registerUser(
  fixture: AppFixture,
  email: string,
): Promise<{ token: string; user: { id: number } }> {
  const sms_code = await codeSentTo(fixture, email, 1)
  const form = { type: '1', account: email, password, re_password: password, sms_code }
  const answer = await fixture.call({ url: '/api/user/register', form })
  assert.equal(answer.code, 1, answer.msg)
  return answer.data
}

export async function openDemo(
  fixture: AppFixture,
  id = '0123456789abcdef0123456789abcdef',
): Promise<string> {
  const answer = await fixture.call({ url: `/api/user/createAccountDemoForU?demo_id=${id}` })
  assert.equal(answer.code, 1, answer.msg)
  return answer.data.token
}

/** Advances the clock by 30 seconds, because a TOTP code works only once. */
export function freshTotp(fixture: AppFixture, secret: string): string {
  fixture.advance(30_000)
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: fixture.nowMs() })
}

export async function signInOwner(fixture: AppFixture): Promise<string> {
  const { email, password, totpSecret } = owner
  const body = { email, password, totp: freshTotp(fixture, totpSecret) }
  const answer = await fixture.call({ url: '/desk/api/sign_in', body })
  assert.equal(answer.code, 1, answer.msg)
  return answer.data.token
}

export type TestDeskOperator = {
  readonly email: string
  readonly role: OperatorRole
  readonly token: string
  readonly totpSecret: string
}

/** An operator who has enrolled and is signed in. */
export async function addOperator(
  fixture: AppFixture,
  ownerToken: string | undefined,
  role: OperatorRole,
  email = `${role}@example.com`,
): Promise<TestDeskOperator> {
  const created = await fixture.call({
    url: '/desk/api/operators/create',
    token: ownerToken,
    body: { email, role, totp: freshTotp(fixture, owner.totpSecret) },
  })
  assert.equal(created.code, 1, created.msg)
  const first = created.data.password
  const begun = await fixture.call({ url: '/desk/api/sign_in', body: { email, password: first } })
  assert.equal(begun.code, 1, begun.msg)
  const { ticket, secret: totpSecret } = begun.data.enrolment
  const body = { ticket, totp: freshTotp(fixture, totpSecret), new_password: passwordOf(email) }
  const enrolled = await fixture.call({ url: '/desk/api/enrol', body })
  assert.equal(enrolled.code, 1, enrolled.msg)
  return { email, role, token: enrolled.data.token, totpSecret }
}

/** Opens another session, as after the idle time. */
export async function signInAgain(
  fixture: AppFixture,
  { email, totpSecret }: Pick<TestDeskOperator, 'email' | 'totpSecret'>,
): Promise<string> {
  const body = { email, password: passwordOf(email), totp: freshTotp(fixture, totpSecret) }
  const answer = await fixture.call({ url: '/desk/api/sign_in', body })
  assert.equal(answer.code, 1, answer.msg)
  return answer.data.token
}

function passwordOf(email: string): string {
  return email === owner.email ? owner.password : `${email} has one 7`
}

/** Signs in one operator of each role, including the owner. */
export async function signInEveryRole(fixture: AppFixture): Promise<ReadonlyMap<OperatorRole, string>> {
  const ownerToken = await signInOwner(fixture)
  const tokens = new Map<OperatorRole, string>([['owner', ownerToken]])
  for (const role of operatorRoles.filter((role) => role !== 'owner'))
    tokens.set(role, (await addOperator(fixture, ownerToken, role)).token)
  return tokens
}
