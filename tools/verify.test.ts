import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { headLine, headSigner, headsKey } from '#test/heads/recorded-heads.ts'
import { type History, openHistory } from '#test/verify/history.ts'

const tool = fileURLToPath(new URL('./verify.ts', import.meta.url))

describe('npm run verify', () => {
  let history: History
  before(async () => {
    history = await openHistory()
    await history.writeTo(history.batches.length)
  })
  const dataDir = mkdtempSync(join(tmpdir(), 'openlot-verify-'))
  after(async () => {
    rmSync(dataDir, { recursive: true })
    await history.drop()
  })

  const run = (...args: readonly string[]) =>
    runWith({ DATABASE_URL: history.database.url, DATA_DIR: dataDir }, ...args)

  async function runWith(place: Readonly<Record<string, string>>, ...args: readonly string[]) {
    const env = { ...process.env, ...place }
    const child = spawn(process.execPath, [tool, ...args], { env })
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { out, error, exitCode: await exited }
  }

  it('prints the totals of a clean history and accepts its last batch as --expect', async () => {
    const { out, error, exitCode } = await run()
    assert.deepEqual([error, exitCode], ['', 0])
    assert.match(out, new RegExp(`^batches +${history.batches.length}\n`))
    assert.match(out, /^Nothing was found: every row agrees with the journal\.$/m)
    const [, last = ''] = /^last batch +(\S+)$/m.exec(out) ?? []
    assert.equal((await run('--expect', last)).exitCode, 0)
    const other = `${last.slice(0, -1)}${last.endsWith('0') ? '1' : '0'}`
    const unexpected = await run('--expect', other)
    assert.equal(unexpected.exitCode, 1)
    assert.match(
      unexpected.out,
      /^FOUND +1 \(unmatched heads: 1\)\n {2}batch \d+: is not the expected batch/m,
    )
  })

  it('prints the place of a difference, with money as decimals, and exits with 1', async () => {
    const { out, exitCode } = await history.whileTampered(
      (query) => query('update trading_accounts set cash = 1500000 where user_id = 1'),
      () => run(),
    )
    assert.equal(exitCode, 1)
    assert.match(
      out,
      /^ {2}user 1, trading_accounts 1, cash: differs from the journal: expected \d+\.\d{6}, found 1\.500000$/m,
    )
  })

  it('writes a checkpoint and continues from it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'openlot-verify-'))
    const file = join(folder, 'checkpoint')
    try {
      const first = await run('--checkpoint', file)
      assert.deepEqual([first.error, first.exitCode], ['', 0])
      const [, hash = ''] = /^Wrote the checkpoint .*, SHA-256 ([0-9a-f]{64})$/m.exec(first.out) ?? []
      const second = await run('--from', file)
      assert.deepEqual([second.error, second.exitCode], ['', 0])
      assert.ok(second.out.startsWith(`starts from  ${file}, SHA-256 ${hash}\nbatches      0\n`), second.out)
      assert.match(second.out, /^Not checked: /m)
      writeFileSync(file, readFileSync(file, 'utf8').replace('"epoch":', '"epoch":1'))
      const changed = await run('--from', file)
      assert.equal(changed.exitCode, 2)
      assert.match(changed.error, /^The checkpoint cannot be used: it was changed: /)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('writes no checkpoint if something is found', async () => {
    const { out, exitCode } = await history.whileTampered(
      (query) => query('update trading_accounts set cash = 1500000 where user_id = 1'),
      () => run('--checkpoint', '/nowhere/at/all'),
    )
    assert.equal(exitCode, 1)
    assert.match(out, /^No checkpoint was written\.$/m)
  })

  it('compares the heads under DATA_DIR and in given files, with the key of the installation', async () => {
    const own = { DATABASE_URL: history.database.url, DATA_DIR: mkdtempSync(join(dataDir, 'own-')) }
    const key = { SECRET_KEY: Buffer.from(headsKey).toString('hex') }
    const last = history.batches.at(-1) ?? assert.fail()
    const journal = { seq: history.batches.length, hash: last.hash.toString('hex') }
    const audit = { position: 0, hash: '0'.repeat(64) }
    const atMs = Date.UTC(2026, 10, 5, 14, 30)
    writeFileSync(join(own.DATA_DIR, 'heads.jsonl'), `${headLine(atMs, { journal, audit })}\n`)
    const matching = await runWith({ ...own, ...key })
    assert.equal(matching.exitCode, 0, matching.error)
    assert.match(
      matching.out,
      /^heads {8}1 recorded, compared \(with their signatures\), last of 2026-11-05T14:30:00\.000Z$/m,
    )
    const received = join(dataDir, 'received.jsonl')
    writeFileSync(received, `${headLine(atMs, { journal: { ...journal, seq: 7 }, audit })}\n`)
    const differing = await runWith({ ...own, ...key }, '--heads', received)
    assert.equal(differing.exitCode, 1)
    assert.match(
      differing.out,
      /^FOUND +1 \(unmatched recorded heads: 1\)\n {2}batch 7, journal: was another one at 2026-11-05T14:30/m,
    )
    assert.equal((await runWith({ ...own, SECRET_KEY: '00'.repeat(32) })).exitCode, 1)
    const { publicKey } = headSigner
    assert.equal((await runWith({ ...own, SECRET_KEY: '00'.repeat(32) }, '--key', publicKey)).exitCode, 0)
    assert.match((await runWith(own)).out, /signatures not checked/)
  })

  it('prints the public key of the installation, and creates none', async () => {
    const key = { SECRET_KEY: Buffer.from(headsKey).toString('hex') }
    const { out, exitCode } = await runWith(key, '--print-key')
    assert.deepEqual([out, exitCode], [`${headSigner.publicKey}\n`, 0])
    const none = await runWith({ DATA_DIR: dataDir }, '--print-key')
    assert.equal(none.exitCode, 2)
    assert.match(none.error, /^There is no secret key: /)
    assert.equal(existsSync(join(dataDir, 'secret.key')), false)
  })

  it('exits with 2 for wrong arguments and a missing database', async () => {
    const wrong = [['--expect', 'x'], ['--expect', '0:00'], ['--since', '1'], ['--key', 'x'], ['now']]
    for (const args of wrong) {
      const { error, exitCode } = await run(...args)
      assert.equal(exitCode, 2)
      assert.match(error, /^Usage: /)
    }
    const missing = await run('--heads', '/nowhere/at/all')
    assert.deepEqual([missing.error, missing.exitCode], ['/nowhere/at/all does not exist.\n', 2])
    const { error, exitCode } = await runWith({ DATA_DIR: '/nowhere/at/all' })
    assert.equal(exitCode, 2)
    assert.equal(
      error,
      'There is no database in /nowhere/at/all: set DATA_DIR or DATABASE_URL as the server does.\n',
    )
  })
})
