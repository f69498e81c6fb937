import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { messages } from '#i18n/server/en.ts'
import {
  imageNameIn,
  imageUrl,
  readIdentityCenter,
  readImage,
  submitRealName,
  uploadImage,
} from '#server/api/identity.ts'
import type { WebServer } from '#server/gateway/gateway.ts'
import { createKyc, type Kyc } from '#server/kyc/kyc.ts'
import { createLog } from '#server/platform/log.ts'
import { systemRandom } from '#server/platform/random.ts'
import { createUploads } from '#server/uploads/uploads.ts'
import type { SessionUser } from '#server/users/users.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { addNoNotices } from '#test/notices/no-notices.ts'
import { assertCleanJpeg } from '#test/uploads/assert-clean-jpeg.ts'
import { insertUser } from '#test/uploads/insert-user.ts'
import { fileForm, multipart, multipartType } from '#test/uploads/multipart.ts'
import { phonePhoto, photo, zip } from '#test/uploads/pictures.ts'
import { authenticateFrom, createSmallServer } from '#test/uploads/small-server.ts'

describe('image and identity routes', () => {
  let database: TestDatabase
  let app: WebServer
  let kyc: Kyc
  let image: Buffer
  let reverse: Buffer
  const sessions = new Map<string, SessionUser>()
  const nowMs = Date.UTC(2026, 5, 1, 12)

  before(async () => {
    database = await createTestDatabase()
    const clock = { now: () => nowMs, elapsed: () => nowMs }
    const { pool } = database
    const uploads = createUploads({ pool, clock, random: systemRandom, log: createLog('silent') })
    kyc = createKyc({ pool, clock, uploads, addNotices: addNoNotices })
    const parts = { users: { authenticate: authenticateFrom(sessions) }, uploads, kyc }
    const routes = [uploadImage(parts), readImage(parts), submitRealName(parts), readIdentityCenter(parts)]
    app = await createSmallServer(routes)
    image = await photo()
    reverse = await photo(undefined, 2)
  })
  after(async () => {
    await app.close()
    await database.drop()
  })
  beforeEach(async () => {
    for (const name of ['ann', 'bob'])
      sessions.set(name, { userId: (await insertUser(database)).id, sessionId: 1, isDemo: false })
    sessions.set('demo', { userId: 1, sessionId: 1, isDemo: true })
  })

  async function upload(payload: Buffer, token?: string) {
    const headers = { lang: 'en', 'content-type': multipartType, ...(token && { authorization: token }) }
    const sent = { method: 'POST', url: '/api/common/image_upload', payload, headers } as const
    return (await app.inject(sent)).json()
  }

  async function uploaded(token = 'ann', bytes = image): Promise<string> {
    const { code, data } = await upload(fileForm(bytes), token)
    assert.equal(code, 1)
    return data.url
  }

  async function fetchImage(url: string, token?: string) {
    return await app.inject({ url, headers: { lang: 'en', ...(token && { authorization: token }) } })
  }

  async function submit(body: unknown, token?: string) {
    const headers = { lang: 'en', ...(token && { authorization: token }) }
    const sent = {
      method: 'POST',
      url: '/api/user_real/real_name',
      payload: body as object,
      headers,
    } as const
    return (await app.inject(sent)).json()
  }

  async function center(token?: string) {
    return (await fetchImage('/api/user_real/center', token)).json()
  }

  const form = async (token = 'ann') => ({
    name: 'Ann Lee',
    card_id: 'A1234567',
    front_pic: await uploaded(token),
    reverse_pic: await uploaded(token, reverse),
  })

  const countUploads = async () => (await database.query('select 1 from uploads')).rowCount

  describe('an upload', () => {
    it('answers the address of the image without a message', async () => {
      const { code, msg, data } = await upload(fileForm(await phonePhoto()), 'ann')
      assert.deepEqual([code, msg], [1, ''])
      assert.match(data.url, /^\/api\/common\/image\?name=[0-9a-f]{32}$/)
      const response = await fetchImage(data.url, 'ann')
      assert.deepEqual(await assertCleanJpeg(response.rawPayload), { width: 120, height: 160 })
      const { headers } = response
      assert.equal(headers['content-type'], 'image/jpeg')
      assert.equal(headers['cache-control'], 'no-store')
      assert.match(String(headers['content-security-policy']), /sandbox/)
    })

    it('is refused to visitors and demo accounts', async () => {
      assert.equal((await upload(fileForm(image))).code, 999)
      assert.equal((await upload(fileForm(image), 'nobody')).code, 999)
      const { code, data } = await upload(fileForm(image), 'demo')
      assert.deepEqual([code, data], [0, { reason: 'demo_forbidden' }])
    })

    it('is refused with a reason and a message, and stores nothing', async () => {
      const before = await countUploads()
      const jpeg = { name: 'file', filename: 'a.jpg', type: 'image/jpeg' }
      const refused: readonly (readonly [string, Buffer])[] = [
        ['image_missing', multipart()],
        ['image_missing', multipart({ name: 'note', content: 'no file' })],
        ['image_missing', fileForm('')],
        ['image_missing', multipart({ name: 'file', content: 'a field called file' })],
        ['invalid_input', multipart({ ...jpeg, content: image }, { ...jpeg, content: image })],
        ['image_too_large', fileForm(Buffer.alloc(10 * 1024 * 1024 + 1))],
        ['image_too_large', fileForm(Buffer.alloc(30 * 1024 * 1024))],
        ['image_unsupported', fileForm('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml')],
        ['image_unsupported', fileForm('%PDF-1.7', 'image/jpeg')],
        ['image_damaged', fileForm(image.subarray(0, 900))],
        ['image_suspicious', fileForm(image, 'image/png')],
        ['malformed_body', fileForm(image).subarray(0, -20)],
        ['body_too_large', multipart({ name: 'note', content: 'x'.repeat(1024 * 1024) })],
      ]
      for (const [reason, payload] of refused) {
        const { code, msg, data } = await upload(payload, 'ann')
        assert.deepEqual([code, data], [0, { reason }])
        assert.notEqual(msg, '')
      }
      assert.equal(await countUploads(), before)
    })

    it('stores nothing of an archive appended to an image', async () => {
      const { data } = await upload(fileForm(Buffer.concat([image, zip('x')])), 'ann')
      await assertCleanJpeg((await fetchImage(data.url, 'ann')).rawPayload)
    })

    it('accepts an image without a content type', async () => {
      const plain = multipart({ name: 'file', filename: 'blob', content: image })
      assert.equal((await upload(plain, 'ann')).code, 1)
    })
  })

  describe('an image', () => {
    it('is shown to its owner only, and looks missing to others', async () => {
      const url = await uploaded('ann')
      const unknown = await fetchImage(imageUrl('0'.repeat(32)), 'bob')
      const theirs = await fetchImage(url, 'bob')
      assert.equal(theirs.body, unknown.body)
      assert.deepEqual(theirs.json().data, { reason: 'image_unknown' })
      assert.equal((await fetchImage(url)).json().code, 999)
      assert.deepEqual((await fetchImage(url, 'demo')).json().data, { reason: 'demo_forbidden' })
    })

    it('is rate limited after twenty reads', async () => {
      const url = await uploaded('ann')
      for (let times = 0; times < 20; times += 1)
        assert.equal((await fetchImage(url, 'ann')).headers['content-type'], 'image/jpeg')
      const { code, data } = (await fetchImage(url, 'ann')).json()
      assert.deepEqual([code, data], [429, { retry_after: 1 }])
      assert.deepEqual((await fetchImage(url, 'bob')).json().data, { reason: 'image_unknown' })
    })

    it('is found by its exact name only', async () => {
      const name = imageNameIn(await uploaded('ann')) ?? ''
      const get = async (query: string) => (await fetchImage(`/api/common/image${query}`, 'ann')).json().data
      for (const odd of [name.toUpperCase(), `${name}%00`, '..%2F..%2Fetc%2Fpasswd', "'%20or%201=1--", '%00'])
        assert.deepEqual(await get(`?name=${odd}`), { reason: 'image_unknown' }, odd)
      const invalid = { reason: 'invalid_input', field: 'name' }
      for (const wrong of ['', '?name=', `?name=${name}&name=${name}`, `?name=${'a'.repeat(65)}`])
        assert.deepEqual(await get(wrong), invalid, wrong)
    })
  })

  describe('the address of an image', () => {
    const name = 'a'.repeat(32)

    it('yields the image name, with or without a host', () => {
      for (const url of [
        imageUrl(name),
        `https://api.example.com${imageUrl(name)}`,
        `http://localhost:3000/api/common/image?t=1&name=${name}&x=#y`,
      ])
        assert.equal(imageNameIn(url), name)
    })

    it('yields nothing for any other address', () => {
      for (const url of [
        '',
        name,
        `/api/other?name=${name}`,
        '/api/common/image',
        'http://[',
        'javascript:1',
      ])
        assert.equal(imageNameIn(url), undefined)
    })
  })

  describe('an identity submission', () => {
    it('waits for review and may be repeated', async () => {
      const fields = await form()
      const done = { code: 1, msg: messages['done.identity_submitted'], data: { review_status: 1 } }
      assert.deepEqual(await submit(fields, 'ann'), done)
      assert.deepEqual(await submit(fields, 'ann'), done)
      assert.deepEqual(await center('ann'), {
        code: 1,
        msg: '',
        data: {
          review_status: 1,
          remark: '',
          name: 'Ann Lee',
          card_id: '••••4567',
          submitted_at: '2026-06-01T12:00:00.000Z',
          decided_at: null,
        },
      })
    })

    it('accepts absolute addresses and a multipart form', async () => {
      const { front_pic, ...rest } = await form()
      const fields = { ...rest, front_pic: `https://example.com${front_pic}` }
      const parts = Object.entries(fields).map(([name, content]) => ({ name, content }))
      const headers = { lang: 'en', authorization: 'ann', 'content-type': multipartType }
      const sent = { method: 'POST', url: '/api/user_real/real_name', headers } as const
      const answer = (await app.inject({ ...sent, payload: multipart(...parts) })).json()
      assert.equal(answer.code, 1)
    })

    it('is refused to visitors and demo accounts', async () => {
      const fields = await form()
      assert.equal((await submit(fields)).code, 999)
      assert.deepEqual((await submit(fields, 'demo')).data, { reason: 'demo_forbidden' })
      assert.equal((await center()).code, 999)
      assert.deepEqual((await center('demo')).data, { reason: 'demo_forbidden' })
    })

    it('is refused with images of another user', async () => {
      const theirs = await form('bob')
      const own = await form('ann')
      const mixed = { ...own, reverse_pic: theirs.reverse_pic }
      for (const fields of [theirs, mixed])
        assert.deepEqual((await submit(fields, 'ann')).data, { reason: 'image_unknown' })
      assert.equal((await submit(theirs, 'bob')).code, 1)
    })

    it('is refused with missing or invalid fields', async () => {
      const fields = await form()
      const invalid = (field: string) => ({ reason: 'invalid_input', field })
      const cases: readonly (readonly [object, object])[] = [
        [{ name: undefined }, invalid('name')],
        [{ name: '' }, invalid('name')],
        [{ name: '   ' }, invalid('name')],
        [{ name: 'x'.repeat(201) }, invalid('name')],
        [{ name: ['Ann', 'Lee'] }, invalid('name')],
        [{ name: { $gt: '' } }, invalid('name')],
        [{ name: '<script>alert(1)</script>' }, invalid('name')],
        [{ name: 'Ann\u0000' }, invalid('name')],
        [{ card_id: undefined }, invalid('card_id')],
        [{ card_id: "1' or '1'='1" }, invalid('card_id')],
        [{ card_id: '\ud800123456' }, invalid('card_id')],
        [{ front_pic: undefined }, invalid('front_pic')],
        [{ front_pic: [] }, invalid('front_pic')],
        [{ front_pic: 'x'.repeat(201) }, invalid('front_pic')],
        [{ reverse_pic: fields.front_pic }, { reason: 'identity_same_image' }],
        [{ front_pic: 'https://evil.example/a.jpg' }, { reason: 'image_unknown' }],
        [{ front_pic: imageUrl('%00') }, { reason: 'image_unknown' }],
        [{ front_pic: imageUrl('0'.repeat(32)) }, { reason: 'image_unknown' }],
        [{ front_pic: 'file:///etc/passwd' }, { reason: 'image_unknown' }],
      ]
      for (const [wrong, data] of cases) {
        const answer = await submit({ ...fields, ...wrong }, 'ann')
        assert.deepEqual([answer.code, answer.data], [0, data], JSON.stringify(wrong))
      }
      assert.equal((await center('ann')).data.review_status, 0)
      assert.equal((await submit(fields, 'ann')).code, 1)
    })

    it('is refused while another waits or is approved', async () => {
      await submit(await form(), 'ann')
      assert.deepEqual((await submit(await form(), 'ann')).data, { reason: 'identity_waiting' })
      const { rows } = await database.query<{ id: string }>('select max(id) as id from identity_checks')
      const operators = await database.query<{ id: string }>(
        `insert into operators (email, role, password_hash, created_at)
         values ('eve@example.com', 'compliance', 'none', now()) returning id`,
      )
      const operator = { operatorId: Number(operators.rows[0]?.id), email: 'eve@example.com' }
      await kyc.decide({ id: Number(rows[0]?.id), approve: true, remark: '', operator, address: '' })
      assert.deepEqual((await submit(await form(), 'ann')).data, { reason: 'identity_verified' })
      const { data } = await center('ann')
      assert.deepEqual([data.review_status, data.decided_at], [2, '2026-06-01T12:00:00.000Z'])
    })
  })

  it('answers an empty status without a submission', async () => {
    assert.deepEqual((await center('bob')).data, {
      review_status: 0,
      remark: '',
      name: '',
      card_id: '',
      submitted_at: null,
      decided_at: null,
    })
  })
})
