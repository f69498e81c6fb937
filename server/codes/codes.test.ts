import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { CodeRequest, TypedCode } from '#server/codes/codes.ts'
import { inTransaction } from '#server/storage/storage.ts'
import { type CodesFixture, createCodesFixture, wrongCode } from '#test/codes-fixture.ts'

let fixture: CodesFixture

before(async () => {
  fixture = await createCodesFixture()
})

after(() => fixture.drop())

/** Asks for a code for somebody new, and has it typed. */
async function askedFor(changes: Partial<CodeRequest> = {}): Promise<TypedCode> {
  const request = fixture.newRequest(changes)
  assert.deepEqual(await fixture.codes.request(request), { kind: 'sent' })
  const { channel, recipient, purpose } = request
  return { channel, recipient, purpose, code: fixture.lastCode() }
}

const consume = (typed: TypedCode) =>
  inTransaction(fixture.database.pool, (client) => fixture.codes.consume(client, typed))

describe('a code that is right', () => {
  test('says so as often as it is asked, until it is used up, once', async () => {
    const typed = await askedFor()
    for (let asked = 0; asked < 8; asked += 1) assert.equal(await fixture.codes.verify(typed), true)
    assert.equal(await consume(typed), true)
    assert.deepEqual([await fixture.codes.verify(typed), await consume(typed)], [false, false])
  })

  test('may be typed with other digits and spaces', async () => {
    const typed = await askedFor()
    const arabic = [...typed.code].map((digit) => String.fromCodePoint(0x0660 + Number(digit))).join('')
    assert.equal(await fixture.codes.verify({ ...typed, code: ` ${arabic} ` }), true)
    assert.equal(await consume({ ...typed, code: arabic }), true)
  })

  test('is not used up by a change that was rolled back', async () => {
    const typed = await askedFor()
    const failing = inTransaction(fixture.database.pool, async (client) => {
      assert.equal(await fixture.codes.consume(client, typed), true)
      throw new Error('the registration failed')
    })
    await assert.rejects(failing, /the registration failed/)
    assert.deepEqual([await fixture.codes.verify(typed), await consume(typed)], [true, true])
  })

  test('is used up by one of many at the same time', async () => {
    const typed = await askedFor()
    const used = await Promise.all(Array.from({ length: 8 }, () => consume(typed)))
    assert.equal(used.filter((isUsed) => isUsed).length, 1)
  })

  test('serves the next one in line when the first changes its mind', async () => {
    const typed = await askedFor()
    const first = await fixture.database.pool.connect()
    await first.query('begin')
    assert.equal(await fixture.codes.consume(first, typed), true)
    const second = consume(typed)
    await first.query('rollback')
    first.release()
    assert.equal(await second, true)
  })

  test('holds up to ten minutes and not a moment longer', async () => {
    const typed = await askedFor()
    fixture.advance(10 * 60_000 - 1)
    assert.equal(await fixture.codes.verify(typed), true)
    fixture.advance(1)
    assert.deepEqual([await fixture.codes.verify(typed), await consume(typed)], [false, false])
  })

  test('goes with the next one that is asked for', async () => {
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

describe('a code that is not the right one', () => {
  const elsewhere: readonly (readonly [string, Partial<TypedCode>])[] = [
    ['another purpose', { purpose: 'reset' }],
    ['another channel', { channel: 'mobile' }],
    ['somebody else', { recipient: 'somebody.else@example.com' }],
  ]
  for (const [name, changed] of elsewhere) {
    test(`is one for ${name}`, async () => {
      const typed = await askedFor()
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
    ['words', () => `' or true --`],
    ['a book', () => '0'.repeat(100_000)],
  ] as const) {
    test(`is ${name}, and counts`, async () => {
      const typed = await askedFor()
      assert.equal(await fixture.codes.verify({ ...typed, code: make(typed.code) }), false)
      const [row] = await fixture.rows('verification_codes', typed.recipient)
      assert.equal(row?.['tries'], 1)
      assert.equal(await consume({ ...typed, code: make(typed.code) }), false)
    })
  }

  test('may be tried four times, the fifth one ends it, even for the right one', async () => {
    const typed = await askedFor()
    for (const by of [1, 2, 3, 4]) {
      assert.equal(await fixture.codes.verify({ ...typed, code: wrongCode(typed.code, by) }), false)
    }
    assert.equal(await fixture.codes.verify(typed), true)
    assert.equal(await fixture.codes.verify({ ...typed, code: wrongCode(typed.code, 5) }), false)
    assert.deepEqual([await fixture.codes.verify(typed), await consume(typed)], [false, false])
  })

  test('counts also when many are tried at once', async () => {
    const typed = await askedFor()
    const tries = Array.from({ length: 20 }, (_, index) =>
      fixture.codes.verify({ ...typed, code: wrongCode(typed.code, index + 1) }),
    )
    assert.ok((await Promise.all(tries)).every((isRight) => !isRight))
    const [row] = await fixture.rows('verification_codes', typed.recipient)
    assert.equal(row?.['tries'], 5)
    assert.equal(await fixture.codes.verify(typed), false)
  })

  test('begins to count anew with a new code', async () => {
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

describe('what is kept', () => {
  test('never holds a code, in no column and in no way of writing it', async () => {
    const typed = await askedFor({ purpose: 'reset' })
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

  test('differs for the same code of another recipient', async () => {
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

  test('goes once it has expired, and stays until then', async () => {
    const typed = await askedFor()
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
