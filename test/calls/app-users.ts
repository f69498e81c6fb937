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

/** Signs in one operator of each role, including the owner. */
export async function signInEveryRole(fixture: AppFixture): Promise<ReadonlyMap<OperatorRole, string>> {
  const tokens = new Map<OperatorRole, string>([['owner', await signInOwner(fixture)]])
  for (const role of operatorRoles.filter((role) => role !== 'owner')) {
    const email = `${role}@example.com`
    const created = await fixture.call({
      url: '/desk/api/operators/create',
      token: tokens.get('owner'),
      body: { email, role, totp: freshTotp(fixture, owner.totpSecret) },
    })
    assert.equal(created.code, 1, created.msg)
    tokens.set(role, await enrol(fixture, email, created.data.password))
  }
  return tokens
}

async function enrol(fixture: AppFixture, email: string, first: string): Promise<string> {
  const begun = await fixture.call({ url: '/desk/api/sign_in', body: { email, password: first } })
  assert.equal(begun.code, 1, begun.msg)
  const { ticket, secret } = begun.data.enrolment
  const body = { ticket, totp: freshTotp(fixture, secret), new_password: `${email} has one 7` }
  const enrolled = await fixture.call({ url: '/desk/api/enrol', body })
  assert.equal(enrolled.code, 1, enrolled.msg)
  return enrolled.data.token
}
