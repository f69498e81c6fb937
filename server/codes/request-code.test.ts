import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { CodeRequest } from '#server/codes/codes.ts'
import { type CodesFixture, createCodesFixture, wrongCode } from '#test/codes/codes-fixture.ts'

let fixture: CodesFixture

before(async () => {
  fixture = await createCodesFixture()
})

beforeEach(() => {
  // Advances the clock, so that the requests of earlier tests no longer count.
  fixture.advance(48 * 3_600_000)
})

after(() => fixture.drop())

const sent = { kind: 'sent' } as const
const tooSoon = (retryAfterSeconds: number) => ({ kind: 'too_soon', retryAfterSeconds }) as const

/** The returned function lists the messages sent since this call. */
function watchSent() {
  const from = fixture.sent.length
  return () => fixture.sent.slice(from)
}

describe('a request for a code', () => {
  const messages: readonly (readonly [Partial<CodeRequest>, object | undefined])[] = [
    [
      { deliver: 'code', purpose: 'register' },
      { kind: 'register_code', validMinutes: 10 },
    ],
    [
      { deliver: 'code', purpose: 'reset', language: 'hk' },
      { kind: 'reset_code', validMinutes: 10 },
    ],
    [
      { deliver: 'code', purpose: 'reset', channel: 'mobile', recipient: '85291234567' },
      { kind: 'reset_code', validMinutes: 10 },
    ],
    [{ deliver: 'account_exists', purpose: 'register' }, { kind: 'account_exists' }],
    [{ deliver: 'nothing', purpose: 'reset' }, undefined],
  ]
  for (const [changes, expected] of messages) {
    test(`sends the message for ${JSON.stringify(changes)}`, async () => {
      const request = fixture.newRequest(changes)
      const news = watchSent()
      assert.deepEqual(await fixture.codes.request(request), sent)
      const { channel, recipient: to, language } = request
      const withoutCode = news().map((message) => {
        const { code, ...rest } = 'code' in message ? message : { ...message, code: '' }
        assert.match(code, changes.deliver === 'code' ? /^\d{6}$/ : /^$/)
        return rest
      })
      assert.deepEqual(withoutCode, expected === undefined ? [] : [{ channel, to, language, ...expected }])
    })
  }

  test('is not too soon because of a request that was recorded while the clock was days ahead', async () => {
    const request = fixture.newRequest({})
    assert.deepEqual(await fixture.codes.request(request), sent)
    assert.deepEqual(await fixture.codes.request(request), tooSoon(60))
    fixture.advance(-3 * 86_400_000)
    assert.deepEqual(await fixture.codes.request(request), sent)
    assert.deepEqual(await fixture.codes.request(request), tooSoon(60))
    fixture.advance(3 * 86_400_000)
  })

  for (const deliver of ['account_exists', 'nothing'] as const) {
    test(`stores the same rows when it delivers ${deliver}, but no code matches them`, async () => {
      const steady = fixture.createCodes({ random: { bytes: (count) => Buffer.alloc(count, 7) } })
      const request = fixture.newRequest({ deliver })
      assert.deepEqual(await steady.request(request), sent)
      assert.equal((await fixture.rows('code_requests', request.recipient)).length, 1)
      // 901063 is the code that this random source generates and that would have been sent.
      assert.equal(await steady.verify({ ...request, code: '901063' }), false)
      const [row] = await fixture.rows('verification_codes', request.recipient)
      assert.equal(row?.['tries'], 1)
    })
  }
})

describe('the limits per recipient', () => {
  test('allow one request a minute across both purposes and all deliveries', async () => {
    for (const deliver of ['code', 'account_exists', 'nothing'] as const) {
      const request = fixture.newRequest({ deliver })
      assert.deepEqual(await fixture.codes.request(request), sent)
      fixture.advance(500)
      assert.deepEqual(await fixture.codes.request(request), tooSoon(60))
      assert.deepEqual(
        await fixture.codes.request({ ...request, purpose: 'reset', deliver: 'code' }),
        tooSoon(60),
      )
      fixture.advance(59_499)
      assert.deepEqual(await fixture.codes.request(request), tooSoon(1))
      fixture.advance(1)
      assert.deepEqual(await fixture.codes.request({ ...request, purpose: 'reset' }), sent)
    }
  })

  test('allow one of twelve parallel requests in three processes', async () => {
    const request = fixture.newRequest()
    const news = watchSent()
    const processes = [fixture.codes, fixture.createCodes(), fixture.createCodes({ limits: false })]
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (processes[index % 3] ?? fixture.codes).request({ ...request, address: `somewhere ${index}` }),
      ),
    )
    assert.equal(answers.filter(({ kind }) => kind === 'sent').length, 1)
    assert.equal(answers.filter(({ kind }) => kind === 'too_soon').length, 11)
    assert.equal(news().length, 1)
    assert.equal((await fixture.rows('code_requests', request.recipient)).length, 1)
    assert.equal(await fixture.codes.verify({ ...request, code: fixture.lastCode() }), true)
  })

  test('allow ten requests a day and return the wait until the next', async () => {
    const request = fixture.newRequest()
    for (let asked = 0; asked < 10; asked += 1) {
      assert.deepEqual(await fixture.codes.request(request), sent)
      fixture.advance(60_000)
    }
    const untilNext = 24 * 3600 - 10 * 60
    assert.deepEqual(await fixture.codes.request(request), tooSoon(untilNext))
    fixture.advance(untilNext * 1000 - 1)
    assert.deepEqual(await fixture.codes.request(request), tooSoon(1))
    fixture.advance(1)
    assert.deepEqual(await fixture.codes.request(request), sent)
  })

  test('do not count refused requests', async () => {
    const request = fixture.newRequest()
    const news = watchSent()
    await fixture.codes.request(request)
    for (let asked = 0; asked < 20; asked += 1) await fixture.codes.request(request)
    assert.deepEqual([news().length, (await fixture.rows('code_requests', request.recipient)).length], [1, 1])
  })

  test('keep the sent code valid when another request is refused', async () => {
    const request = fixture.newRequest()
    await fixture.codes.request(request)
    const code = fixture.lastCode()
    assert.deepEqual(await fixture.codes.request(request), tooSoon(60))
    assert.equal(await fixture.codes.verify({ ...request, code: wrongCode(code) }), false)
    assert.equal(await fixture.codes.verify({ ...request, code }), true)
  })
})

test('registration requests do not use up the daily limit of password resets', async () => {
  const request = fixture.newRequest({ purpose: 'register', deliver: 'account_exists' })
  for (let asked = 0; asked < 10; asked += 1) {
    assert.deepEqual(await fixture.codes.request(request), sent)
    fixture.advance(60_000)
  }
  assert.equal((await fixture.codes.request(request)).kind, 'too_soon')
  assert.deepEqual(await fixture.codes.request({ ...request, purpose: 'reset', deliver: 'code' }), sent)
})

describe('the limit per address', () => {
  test('allows twenty of 25 parallel requests an hour', async () => {
    const address = 'a network'
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => fixture.codes.request(fixture.newRequest({ address }))),
    )
    assert.equal(answers.filter(({ kind }) => kind === 'sent').length, 20)
    assert.deepEqual(
      answers.filter(({ kind }) => kind !== 'sent'),
      new Array(5).fill(tooSoon(3600)),
    )
    assert.deepEqual(await fixture.codes.request(fixture.newRequest()), sent)
    fixture.advance(3_600_000)
    assert.deepEqual(await fixture.codes.request(fixture.newRequest({ address })), sent)
  })

  test('can be lifted, unlike the limits per recipient', async () => {
    const free = fixture.createCodes({ limits: false })
    const address = 'a private machine'
    for (let asked = 0; asked < 22; asked += 1) {
      assert.deepEqual(await free.request(fixture.newRequest({ address })), sent)
    }
    const request = fixture.newRequest({ address })
    assert.deepEqual(await free.request(request), sent)
    assert.deepEqual(await free.request(request), tooSoon(60))
  })
})

describe('the overall limit', () => {
  test('is 2000 text messages an hour and does not affect mail', async () => {
    await fixture.database.query(
      `insert into code_requests (channel, recipient, purpose, address, requested_at)
       select 'mobile', (6500000000 + number)::text, 'register', 'crowd ' || number, $1
       from generate_series(1, 1999) number`,
      [new Date(fixture.nowMs())],
    )
    const mobile = { channel: 'mobile', recipient: '6591234567' } as const
    assert.deepEqual(await fixture.codes.request(fixture.newRequest(mobile)), sent)
    assert.deepEqual(await fixture.codes.request(fixture.newRequest()), sent)
    const request = fixture.newRequest({ ...mobile, recipient: '6591234568' })
    const news = watchSent()
    assert.deepEqual(await fixture.codes.request(request), { kind: 'busy' })
    assert.deepEqual([news(), await fixture.rows('code_requests', request.recipient)], [[], []])
    assert.deepEqual(await fixture.createCodes({ limits: false }).request(request), sent)
    fixture.advance(3_600_000)
    assert.deepEqual(await fixture.codes.request(fixture.newRequest()), sent)
  })

  test('refuses requests beyond 204 running or queued in one process as busy', async () => {
    const answers = await Promise.all(
      Array.from({ length: 210 }, () => fixture.codes.request(fixture.newRequest())),
    )
    assert.equal(answers.filter(({ kind }) => kind === 'sent').length, 204)
    assert.equal(answers.filter(({ kind }) => kind === 'busy').length, 6)
  })
})
