import assert from 'node:assert/strict'
import {
  appendFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { lineOfHead } from '#server/heads/head.ts'
import { createHeadsFile, headsPath, type MarkedLine, readHeadLines } from '#server/heads/heads-file.ts'
import { fc } from '#test/fast-check.ts'
import { headLine, signedHead } from '#test/heads/recorded-heads.ts'
import { temporaryDirectory } from '#test/storage-process.ts'

const startMs = Date.UTC(2026, 10, 5, 14, 30)
const minuteMs = 60_000

function fixture(t: TestContext) {
  const path = headsPath(temporaryDirectory(t))
  return { path, file: createHeadsFile(path), read: () => readFileSync(path, 'utf8') }
}

async function linesIn(path: string): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of readHeadLines(path)) lines.push(line)
  return lines
}

describe('the file of heads', () => {
  test('has no head before the first line', async (t) => {
    const { path, file } = fixture(t)
    assert.deepEqual(
      [await file.last(), await file.hasDifference(), await linesIn(path)],
      [undefined, false, []],
    )
    await file.thin(startMs)
  })

  test('returns the last line and is readable for its owner only', async (t) => {
    const { path, file, read } = fixture(t)
    await file.append(headLine(startMs))
    await file.append(headLine(startMs + minuteMs))
    assert.equal(read(), `${headLine(startMs)}\n${headLine(startMs + minuteMs)}\n`)
    assert.deepEqual(await file.last(), signedHead(startMs + minuteMs))
    assert.equal(statSync(path).mode & 0o777, 0o600)
  })

  test('is flushed with its directory when it is created, and alone afterwards', async (t) => {
    const { path, file } = fixture(t)
    const directory = await open(join(path, '..'))
    const handles: FileHandle = Object.getPrototypeOf(directory)
    await directory.close()
    const { sync } = handles
    const flushed: string[] = []
    t.mock.method(handles, 'sync', async function (this: FileHandle) {
      flushed.push((await this.stat()).isDirectory() ? 'directory' : 'file')
      return await sync.call(this)
    })
    await file.append(headLine(startMs))
    assert.deepEqual(flushed.splice(0), ['file', 'directory'])
    await file.append(headLine(startMs + minuteMs))
    assert.deepEqual(flushed, ['file'])
  })

  test('loses nothing but a torn last line, wherever it was torn', async (t) => {
    const { path, file, read } = fixture(t)
    const [one, two, three] = [0, 1, 2].map((minute) => headLine(startMs + minute * minuteMs))
    const whole = `${one}\n${two}\n`
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: `${one}\n`.length, max: whole.length }), async (length) => {
        writeFileSync(path, whole)
        truncateSync(path, length)
        const isTorn = length < whole.length
        const expected = isTorn ? signedHead(startMs) : signedHead(startMs + minuteMs)
        assert.deepEqual(await file.last(), expected)
        assert.deepEqual(await linesIn(path), isTorn ? [one] : [one, two])
        await file.append(String(three))
        assert.equal(read(), isTorn ? `${one}\n${three}\n` : `${whole}${three}\n`)
      }),
    )
  })

  test('continues after a power failure that left zero bytes', async (t) => {
    const { path, file, read } = fixture(t)
    await file.append(headLine(startMs))
    appendFileSync(path, Buffer.alloc(300))
    assert.deepEqual(await file.last(), signedHead(startMs))
    await file.append(headLine(startMs + minuteMs))
    assert.equal(read(), `${headLine(startMs)}\n${headLine(startMs + minuteMs)}\n`)
  })

  test('continues on a new line after a long text without a line break', async (t) => {
    const { path, file } = fixture(t)
    writeFileSync(path, 'x'.repeat(20_000))
    assert.equal(await file.last(), undefined)
    await file.append(headLine(startMs))
    assert.deepEqual(await file.last(), signedHead(startMs))
    assert.equal((await linesIn(path)).at(-1), headLine(startMs))
  })

  test('knows whether a line says that the history differs', async (t) => {
    const { file } = fixture(t)
    await file.append(headLine(startMs))
    assert.equal(await file.hasDifference(), false)
    await file.append(headLine(startMs + minuteMs, { differs: true }))
    await file.append(headLine(startMs + 2 * minuteMs))
    assert.equal(await file.hasDifference(), true)
  })

  test('is thinned out in place, leaves no other file, and keeps the kept lines as they are', async (t) => {
    const { path, file } = fixture(t)
    const old = Array.from({ length: 100 }, (_, minute) => headLine(startMs + minute * minuteMs))
    writeFileSync(path, old.map((line) => `${line}\n`).join(''))
    writeFileSync(`${path}.new`, 'left by a crash')
    await file.thin(startMs + 30 * 24 * 60 * minuteMs)
    assert.deepEqual(await linesIn(path), [old[29], old[89], old[99]])
    assert.equal(statSync(path).mode & 0o777, 0o600)
    assert.deepEqual(readdirSync(join(path, '..')), ['heads.jsonl'])
  })

  test('marks the lines of given heads once, and never thins them out', async (t) => {
    const { path, file } = fixture(t)
    const old = Array.from({ length: 100 }, (_, minute) => headLine(startMs + minute * minuteMs))
    writeFileSync(path, old.map((line) => `${line}\n`).join(''))
    const [kept, other] = [signedHead(startMs + 7 * minuteMs), signedHead(startMs + 8 * minuteMs)]
    const wanted = [kept.journal, { ...other.journal, hash: 'a'.repeat(64) }]
    const line = lineOfHead({ ...kept, isKept: true })
    const told: unknown[] = []
    const before = async (lines: readonly MarkedLine[]) => {
      told.push(...lines)
      // A crash now loses no mark: the file is still the old one.
      assert.deepEqual(await linesIn(path), old)
    }
    assert.deepEqual(await file.keep(wanted, before), [{ before: old[7], line }])
    assert.deepEqual(await linesIn(path), old.with(7, line))
    assert.deepEqual(await file.keep(wanted, before), [])
    assert.deepEqual(told, [{ before: old[7], line }])
    await file.thin(startMs + 3000 * 24 * 60 * minuteMs)
    assert.deepEqual(await linesIn(path), [line, old[99]])
    assert.equal(statSync(path).mode & 0o777, 0o600)
  })

  test('that was moved away starts again', async (t) => {
    const { path, file } = fixture(t)
    await file.append(headLine(startMs))
    rmSync(path)
    assert.equal(await file.last(), undefined)
    await file.append(headLine(startMs + minuteMs))
    assert.deepEqual(await linesIn(path), [headLine(startMs + minuteMs)])
  })
})
