import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppFixture, createAppFixture } from '#test/calls/app-fixture.ts'
import { openDemo, signInOwner } from '#test/calls/app-users.ts'

let fixture: AppFixture
before(async () => {
  fixture = await createAppFixture()
})
after(async () => await fixture.stop())

test('an answer is sent without a message, because the console says itself which complaint it answered', async () => {
  const token = await signInOwner(fixture)
  const user = await openDemo(fixture)
  const filed = await fixture.call({ url: '/api/complaint/file', token: user, body: { text: 'Why?' } })
  const body = { id: filed.data.id, answer: 'Because of that.' }
  const sent = await fixture.call({ url: '/desk/api/complaints/answer', token, body })
  assert.deepEqual([sent.code, sent.msg, sent.data.state], [1, '', 'answered'])
})
