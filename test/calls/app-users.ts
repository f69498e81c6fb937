// People for tests of the whole application: users, demo accounts and operators in every role.
import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import { type OperatorRole, operatorRoles } from '#core/account/operator-role.ts'
import { type AppFixture, owner } from '#test/calls/app-fixture.ts'
import { eventually } from '#test/live/live-harness.ts'

export const password = 'correct horse 7'

/** Waits until the outbox has a code for them that was not there before. */
export async function codeSentTo(stage: AppFixture, email: string, type: 1 | 2): Promise<string> {
  const before = (await stage.messagesTo(email)).length
  stage.advance(61_000)
  const sent = await stage.call({ url: '/api/notify/send_email', form: { to: email, type: String(type) } })
  assert.equal(sent.code, 1, sent.msg)
  await eventually(async () => (await stage.messagesTo(email)).length > before)
  return (await stage.messagesTo(email)).at(-1)?.code ?? ''
}

export async function registerUser(
  stage: AppFixture,
  email: string,
): Promise<{ token: string; user: { id: number } }> {
  const sms_code = await codeSentTo(stage, email, 1)
  const form = { type: '1', account: email, password, re_password: password, sms_code }
  const answer = await stage.call({ url: '/api/user/register', form })
  assert.equal(answer.code, 1, answer.msg)
  return answer.data
}

export async function openDemo(stage: AppFixture, id = '0123456789abcdef0123456789abcdef'): Promise<string> {
  const answer = await stage.call({ url: `/api/user/createAccountDemoForU?demo_id=${id}` })
  assert.equal(answer.code, 1, answer.msg)
  return answer.data.token
}

/** A code of an authenticator that was not used yet. */
export function freshTotp(stage: AppFixture, secret: string): string {
  stage.advance(30_000)
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: stage.nowMs() })
}

export async function signInOwner(stage: AppFixture): Promise<string> {
  const { email, password, totpSecret } = owner
  const body = { email, password, totp: freshTotp(stage, totpSecret) }
  const answer = await stage.call({ url: '/desk/api/sign_in', body })
  assert.equal(answer.code, 1, answer.msg)
  return answer.data.token
}

/** One operator of each role, the owner among them, each signed in. */
export async function signInEveryRole(stage: AppFixture): Promise<ReadonlyMap<OperatorRole, string>> {
  const tokens = new Map<OperatorRole, string>([['owner', await signInOwner(stage)]])
  for (const role of operatorRoles.filter((role) => role !== 'owner')) {
    const email = `${role}@example.com`
    const created = await stage.call({
      url: '/desk/api/operators/create',
      token: tokens.get('owner'),
      body: { email, role, totp: freshTotp(stage, owner.totpSecret) },
    })
    assert.equal(created.code, 1, created.msg)
    tokens.set(role, await enrol(stage, email, created.data.password))
  }
  return tokens
}

async function enrol(stage: AppFixture, email: string, first: string): Promise<string> {
  const begun = await stage.call({ url: '/desk/api/sign_in', body: { email, password: first } })
  assert.equal(begun.code, 1, begun.msg)
  const { ticket, secret } = begun.data.enrolment
  const body = { ticket, totp: freshTotp(stage, secret), new_password: `${email} has one 7` }
  const enrolled = await stage.call({ url: '/desk/api/enrol', body })
  assert.equal(enrolled.code, 1, enrolled.msg)
  return enrolled.data.token
}
