import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Codes } from '#server/codes/codes.ts'
import { type CodesFixture, createCodesFixture } from '#test/codes/codes-fixture.ts'

let fixture: CodesFixture
let codes: Codes

before(async () => {
  fixture = await createCodesFixture()
  codes = fixture.codes
})

after(() => fixture.drop())

async function draw(): Promise<{ readonly id: string; readonly answer: string }> {
  const drawn = await codes.drawCaptcha({ address: `address ${fixture.nowMs()}` })
  assert.equal(drawn.kind, 'drawn')
  return { id: drawn.kind === 'drawn' ? drawn.id : '', answer: fixture.lastCaptcha() }
}

describe('a captcha', () => {
  test('has a random id and a PNG data URL', async () => {
    const drawn = await codes.drawCaptcha({ address: 'one' })
    assert.ok(drawn.kind === 'drawn')
    assert.match(drawn.id, /^[0-9a-f]{32}$/)
    assert.match(drawn.image, /^data:image\/png;base64,iVBOR[A-Za-z0-9+/]+=*$/)
    assert.match(fixture.lastCaptcha(), /^[2-9A-Y]{5}$/)
  })

  test('is solved by its characters in lower case and with spaces', async () => {
    const { id, answer } = await draw()
    assert.equal(await codes.solveCaptcha({ id, answer: ` ${answer.toLowerCase()} ` }), true)
  })

  test('can be solved only once', async () => {
    const { id, answer } = await draw()
    assert.equal(await codes.solveCaptcha({ id, answer }), true)
    assert.equal(await codes.solveCaptcha({ id, answer }), false)
  })

  for (const [name, make] of [
    ['a wrong answer', (answer: string) => `${answer.slice(0, 4)}${answer.endsWith('X') ? 'Y' : 'X'}`],
    ['no answer', () => ''],
    ['half an answer', (answer: string) => answer.slice(0, 4)],
    ['too long an answer', (answer: string) => answer.repeat(20_000)],
  ] as const) {
    test(`is gone after ${name}`, async () => {
      const { id, answer } = await draw()
      assert.equal(await codes.solveCaptcha({ id, answer: make(answer) }), false)
      assert.equal(await codes.solveCaptcha({ id, answer }), false)
    })
  }

  test('is solved by only one of eight parallel answers', async () => {
    const { id, answer } = await draw()
    const solved = await Promise.all(Array.from({ length: 8 }, () => codes.solveCaptcha({ id, answer })))
    assert.equal(solved.filter((isSolved) => isSolved).length, 1)
  })

  test('is not solved by the answer of another captcha', async () => {
    const [one, two] = [await draw(), await draw()]
    assert.equal(await codes.solveCaptcha({ id: one.id, answer: two.answer }), one.answer === two.answer)
    assert.equal(await codes.solveCaptcha({ id: two.id, answer: two.answer }), true)
  })

  for (const id of ['', 'x', 'f'.repeat(32), `${'f'.repeat(31)}'`, 'F'.repeat(32), 'f'.repeat(100_000)]) {
    test(`is not found by the id ${JSON.stringify(id.slice(0, 40))}`, async () => {
      assert.equal(await codes.solveCaptcha({ id, answer: 'A' }), false)
    })
  }

  test('expires after exactly five minutes', async () => {
    const [inTime, late] = [await draw(), await draw()]
    fixture.advance(5 * 60_000 - 1)
    assert.equal(await codes.solveCaptcha(inTime), true)
    fixture.advance(1)
    assert.equal(await codes.solveCaptcha(late), false)
  })

  test('is stored without its characters', async () => {
    const { id, answer } = await draw()
    const { rows } = await fixture.database.query<{ row: string }>(
      'select kept::text as row from captchas kept where id = $1',
      [id],
    )
    const [{ row } = { row: '' }] = rows
    const inHex = Buffer.from(answer).toString('hex')
    assert.ok(row.includes(id) && !row.includes(answer) && !row.includes(inHex), row)
  })

  test('is drawn thirty times per address, then every two seconds', async () => {
    const address = 'a busy one'
    for (let drawn = 0; drawn < 30; drawn += 1) {
      assert.equal((await codes.drawCaptcha({ address })).kind, 'drawn')
    }
    assert.deepEqual(await codes.drawCaptcha({ address }), { kind: 'too_many', retryAfterSeconds: 2 })
    assert.equal((await codes.drawCaptcha({ address: 'another one' })).kind, 'drawn')
    assert.equal((await fixture.createCodes({ limits: false }).drawCaptcha({ address })).kind, 'drawn')
    fixture.advance(2000)
    assert.equal((await codes.drawCaptcha({ address })).kind, 'drawn')
  })

  test('is refused when 102 requests are already running or queued', async () => {
    const drawn = await Promise.all(
      Array.from({ length: 105 }, (_, index) => codes.drawCaptcha({ address: `crowd ${index}` })),
    )
    assert.deepEqual(
      drawn.filter(({ kind }) => kind === 'too_many'),
      new Array(3).fill({ kind: 'too_many', retryAfterSeconds: 1 }),
    )
  })
})
