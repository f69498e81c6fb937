import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type History, openHistory } from '#test/verify/history.ts'

const tool = fileURLToPath(new URL('./verify.ts', import.meta.url))

describe('npm run verify', () => {
  let history: History
  before(async () => {
    history = await openHistory()
    await history.writeTo(history.batches.length)
  })
  after(() => history.drop())

  const run = (...args: readonly string[]) => runWith({ DATABASE_URL: history.database.url }, ...args)

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

  it('exits with 2 for wrong arguments and a missing database', async () => {
    for (const args of [['--expect', 'x'], ['--expect', '0:00'], ['--since', '1'], ['now']]) {
      const { error, exitCode } = await run(...args)
      assert.equal(exitCode, 2)
      assert.match(error, /^Usage: /)
    }
    const { error, exitCode } = await runWith({ DATA_DIR: '/nowhere/at/all' })
    assert.equal(exitCode, 2)
    assert.equal(
      error,
      'There is no database in /nowhere/at/all: set DATA_DIR or DATABASE_URL as the server does.\n',
    )
  })
})
