import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { inTransaction } from '#server/storage/storage.ts'
import { type AppFixture, createAppFixture } from '#test/calls/app-fixture.ts'
import { openDemo, registerUser } from '#test/calls/app-users.ts'

let fixture: AppFixture
let token = ''
let userId = 0

before(async () => {
  fixture = await createAppFixture()
  const registered = await registerUser(fixture, 'told@example.com')
  token = registered.token
  userId = registered.user.id
})
after(() => fixture.stop())

async function tell(count: number): Promise<void> {
  await inTransaction(fixture.database.pool, (client) =>
    fixture.modules.notices.add(
      client,
      Array.from({ length: count }, (_, at) => ({
        userId,
        source: `complaint:${at}`,
        atMs: fixture.nowMs(),
        content: { kind: 'complaint_answered', number: `C-${at}` },
      })),
    ),
  )
}

describe('the calls of notices', () => {
  test('list what the user was told, in the language of the call, and what is unread', async () => {
    await tell(2)
    const { data } = await fixture.call({ url: '/api/notice/list?page=1', token, headers: { lang: 'hk' } })
    assert.deepEqual([data.total, data.unread], [2, 2])
    assert.deepEqual(data.data[0], {
      id: 2,
      kind: 'complaint_answered',
      group: 'complaints',
      title: '投訴已獲回覆',
      text: '您的投訴 \u2068C-1\u2069 已獲回覆。',
      path: '/mine/email',
      created_at: new Date(fixture.nowMs()).toISOString(),
      read: false,
    })
    const read = await fixture.call({ url: '/api/notice/read', token, body: { up_to: 1 } })
    assert.deepEqual(read.data, { unread: 1 })
    const again = await fixture.call({ url: '/api/notice/list', token })
    assert.deepEqual(
      again.data.data.map((notice: { id: number; read: boolean }) => [notice.id, notice.read]),
      [
        [2, false],
        [1, true],
      ],
    )
  })

  test('never show or change the list of another user', async () => {
    const demo = await openDemo(fixture)
    const { data } = await fixture.call({ url: '/api/notice/list', token: demo })
    assert.deepEqual(data, { data: [], total: 0, unread: 0 })
    await fixture.call({ url: '/api/notice/read', token: demo, body: { up_to: 2 } })
    assert.equal((await fixture.call({ url: '/api/notice/list', token })).data.unread, 1)
    assert.equal((await fixture.call({ url: '/api/notice/list' })).code, 999)
  })

  test('switch channels, but none that is always on', async () => {
    const channelsOf = async (body: object) => {
      const { code, data } = await fixture.call({ url: '/api/notice/set_channel', token, body })
      const alerts = data?.groups?.find(({ group }: { group: string }) => group === 'alerts')
      return [code, alerts?.channels.map(({ on, fixed }: { on: boolean; fixed: boolean }) => [on, fixed])]
    }
    assert.deepEqual(await channelsOf({ group: 'alerts', channel: 'mail', on: 1 }), [
      1,
      [
        [true, false],
        [true, false],
        [true, false],
      ],
    ])
    assert.deepEqual(await channelsOf({ group: 'margin', channel: 'push', on: 0 }), [0, undefined])
  })

  test('set quiet hours in a zone that exists', async () => {
    const hours = { details: 1, quiet_from: 1320, quiet_to: 420 }
    const body = { ...hours, zone: 'Europe/Berlin' }
    const { data } = await fixture.call({ url: '/api/notice/set_push', token, body })
    assert.deepEqual(
      [data.details, data.quiet_from, data.quiet_to, data.zone],
      [true, 1320, 420, 'Europe/Berlin'],
    )
    const refused = await fixture.call({
      url: '/api/notice/set_push',
      token,
      body: { ...hours, zone: 'Mars/Olympus' },
    })
    assert.deepEqual([refused.code, refused.data.reason, refused.data.field], [0, 'invalid_input', 'zone'])
    const kept = await fixture.call({ url: '/api/notice/preferences', token })
    assert.equal(kept.data.zone, 'Europe/Berlin')
  })
})
