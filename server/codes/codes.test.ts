import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { CodeRequest, TypedCode } from '#server/codes/codes.ts'
import { inTransaction } from '#server/storage/storage.ts'
import { type CodesFixture, createCodesFixture, wrongCode } from '#test/codes/codes-fixture.ts'

let fixture: CodesFixture

before(async () => {
  fixture = await createCodesFixture()
})

after(() => fixture.drop())

/** Requests a code for a new recipient and returns it as the user would type it. */
async function requestCode(changes: Partial<CodeRequest> = {}): Promise<TypedCode> {
  const request = fixture.newRequest(changes)
  assert.deepEqual(await fixture.codes.request(request), { kind: 'sent' })
  const { channel, recipient, purpose } = request
  return { channel, recipient, purpose, code: fixture.lastCode() }
}

const consume = (typed: TypedCode) =>
  inTransaction(fixture.database.pool, (client) => fixture.codes.consume(client, typed))

describe('a correct code', () => {
  test('verifies repeatedly until it is consumed, once', async () => {
    const typed = await requestCode()
    for (let asked = 0; asked < 8; asked += 1) assert.equal(await fixture.codes.verify(typed), true)
    assert.equal(await consume(typed), true)
    assert.deepEqual([await fixture.codes.verify(typed), await consume(typed)], [false, false])
  })

  test('may be typed in Arabic digits with spaces', async () => {
    const typed = await requestCode()
    const arabic = [...typed.code].map((digit) => String.fromCodePoint(0x0660 + Number(digit))).join('')
    assert.equal(await fixture.codes.verify({ ...typed, code: ` ${arabic} ` }), true)
    assert.equal(await consume({ ...typed, code: arabic }), true)
  })

  test('is not consumed by a transaction that rolls back', async () => {
    const typed = await requestCode()
    const failing = inTransaction(fixture.database.pool, async (client) => {
      assert.equal(await fixture.codes.consume(client, typed), true)
      throw new Error('the registration failed')
    })
    await assert.rejects(failing, /the registration failed/)
    assert.deepEqual([await fixture.codes.verify(typed), await consume(typed)], [true, true])
  })

  test('that is restored is valid once more, with its tries and until its time', async () => {
    const typed = await requestCode()
    await fixture.codes.verify({ ...typed, code: '0' })
    const consumeForNow = async () => {
      const consumed = await inTransaction(fixture.database.pool, (client) =>
        fixture.codes.consumeForNow(client, typed),
      )
      assert.ok(consumed)
      return consumed
    }
    await fixture.codes.restore(await consumeForNow())
    for (let tries = 1; tries < 4; tries += 1) await fixture.codes.verify({ ...typed, code: '0' })
    assert.equal(await fixture.codes.verify(typed), true)
    await fixture.codes.restore(await consumeForNow())
    await fixture.codes.verify({ ...typed, code: '0' })
    assert.deepEqual([await fixture.codes.verify(typed), await consume(typed)], [false, false])
  })

  test('that is restored after a newer one was sent does not replace it', async () => {
    const typed = await requestCode()
    const consumed = await inTransaction(fixture.database.pool, (client) =>
      fixture.codes.consumeForNow(client, typed),
    )
    assert.ok(consumed)
    fixture.advance(60_000)
    const newer = await requestCode({ recipient: typed.recipient })
    await fixture.codes.restore(consumed)
    assert.deepEqual(
      [await fixture.codes.verify(typed), await fixture.codes.verify(newer)],
      [typed.code === newer.code, true],
    )
  })

  test('is consumed by only one of eight parallel transactions', async () => {
    const typed = await requestCode()
    const used = await Promise.all(Array.from({ length: 8 }, () => consume(typed)))
    assert.equal(used.filter((isUsed) => isUsed).length, 1)
  })

  test('can be consumed by a waiting transaction after the first one rolls back', async () => {
    const typed = await requestCode()
    const first = await fixture.database.pool.connect()
    await first.query('begin')
    assert.equal(await fixture.codes.consume(first, typed), true)
    const second = consume(typed)
    await first.query('rollback')
    first.release()
    assert.equal(await second, true)
  })

  test('expires after exactly ten minutes', async () => {
    const typed = await requestCode()
    fixture.advance(10 * 60_000 - 1)
    assert.equal(await fixture.codes.verify(typed), true)
    fixture.advance(1)
    assert.deepEqual([await fixture.codes.verify(typed), await consume(typed)], [false, false])
  })

  test('is replaced by the next requested code', async () => {
    const request = fixture.newRequest()
    await fixture.codes.request(request)
    const first = { ...request, code: fixture.lastCode() }
    fixture.advance(60_000)
    assert.deepEqual(await fixture.codes.request(request), { kind: 'sent' })
    const second = { ...request, code: fixture.lastCode() }
    const isSame = first.code === second.code
    assert.deepEqual([await fixture.codes.verify(first), await fixture.codes.verify(second)], [isSame, true])
  })
})

describe('a wrong code', () => {
  const elsewhere: readonly (readonly [string, Partial<TypedCode>])[] = [
    ['another purpose', { purpose: 'reset' }],
    ['another channel', { channel: 'mobile' }],
    ['another recipient', { recipient: 'somebody.else@example.com' }],
  ]
  for (const [name, changed] of elsewhere) {
    test(`is a code for ${name}`, async () => {
      const typed = await requestCode()
      const used = { ...typed, ...changed }
      assert.deepEqual([await fixture.codes.verify(used), await consume(used)], [false, false])
      assert.equal(await fixture.codes.verify(typed), true)
    })
  }

  for (const [name, make] of [
    ['another number', wrongCode],
    ['fewer digits', (code: string) => code.slice(0, 5)],
    ['more digits', (code: string) => `${code}0`],
    ['nothing', () => ''],
    ['SQL', () => `' or true --`],
    ['100,000 digits', () => '0'.repeat(100_000)],
  ] as const) {
    test(`is ${name} and counts as a try`, async () => {
      const typed = await requestCode()
      assert.equal(await fixture.codes.verify({ ...typed, code: make(typed.code) }), false)
      const [row] = await fixture.rows('verification_codes', typed.recipient)
      assert.equal(row?.['tries'], 1)
      assert.equal(await consume({ ...typed, code: make(typed.code) }), false)
    })
  }

  test('invalidates the correct code at the fifth try', async () => {
    const typed = await requestCode()
    for (const by of [1, 2, 3, 4]) {
      assert.equal(await fixture.codes.verify({ ...typed, code: wrongCode(typed.code, by) }), false)
    }
    assert.equal(await fixture.codes.verify(typed), true)
    assert.equal(await fixture.codes.verify({ ...typed, code: wrongCode(typed.code, 5) }), false)
    assert.deepEqual([await fixture.codes.verify(typed), await consume(typed)], [false, false])
  })

  test('counts up to the limit for twenty parallel tries', async () => {
    const typed = await requestCode()
    const tries = Array.from({ length: 20 }, (_, index) =>
      fixture.codes.verify({ ...typed, code: wrongCode(typed.code, index + 1) }),
    )
    assert.ok((await Promise.all(tries)).every((isRight) => !isRight))
    const [row] = await fixture.rows('verification_codes', typed.recipient)
    assert.equal(row?.['tries'], 5)
    assert.equal(await fixture.codes.verify(typed), false)
  })

  test('is forgotten when a new code is requested', async () => {
    const request = fixture.newRequest()
    await fixture.codes.request(request)
    const first = { ...request, code: fixture.lastCode() }
    for (let tried = 0; tried < 5; tried += 1) {
      await fixture.codes.verify({ ...first, code: wrongCode(first.code) })
    }
    fixture.advance(60_000)
    await fixture.codes.request(request)
    assert.equal(await fixture.codes.verify({ ...request, code: fixture.lastCode() }), true)
  })
})

describe('stored codes', () => {
  test('contain no plain text or hex of a code in any column', async () => {
    const typed = await requestCode({ purpose: 'reset' })
    await fixture.codes.verify(typed)
    const tables = ['verification_codes', 'code_requests', 'captchas']
    for (const table of tables) {
      const { rows } = await fixture.database.query<{ row: string }>(
        `select kept::text as row from ${table} kept where kept::text like $1`,
        [`%${typed.recipient}%`],
      )
      const inHex = Buffer.from(typed.code).toString('hex')
      for (const { row } of rows) assert.ok(!row.includes(typed.code) && !row.includes(inHex), row)
      assert.equal(rows.length, table === 'captchas' ? 0 : 1)
    }
  })

  test('have different hashes for the same code of two recipients', async () => {
    const steady = fixture.createCodes({ random: { bytes: (count) => Buffer.alloc(count, 7) } })
    const requests = [fixture.newRequest(), fixture.newRequest()]
    const hashes: unknown[] = []
    for (const request of requests) {
      await steady.request(request)
      assert.equal(fixture.lastCode(), '901063')
      const [row] = await fixture.rows('verification_codes', request.recipient)
      hashes.push(String(row?.['code_hash']))
    }
    assert.notEqual(hashes[0], hashes[1])
  })

  test('are swept exactly when captchas, codes and requests expire', async () => {
    const typed = await requestCode()
    const left = async () => [
      (await fixture.rows('verification_codes', typed.recipient)).length,
      (await fixture.rows('code_requests', typed.recipient)).length,
      (await fixture.rows('captchas')).length,
    ]
    await fixture.database.query('delete from captchas')
    await fixture.codes.drawCaptcha({ address: 'sweep' })
    fixture.advance(5 * 60_000 - 1)
    await fixture.codes.sweep()
    assert.deepEqual(await left(), [1, 1, 1])
    fixture.advance(1)
    await fixture.codes.sweep()
    assert.deepEqual(await left(), [1, 1, 0])
    fixture.advance(5 * 60_000)
    await fixture.codes.sweep()
    assert.deepEqual(await left(), [0, 1, 0])
    fixture.advance(24 * 3_600_000 - 10 * 60_000 - 1)
    await fixture.codes.sweep()
    assert.deepEqual(await left(), [0, 1, 0])
    fixture.advance(1)
    await fixture.codes.sweep()
    assert.deepEqual(await left(), [0, 0, 0])
  })
})
