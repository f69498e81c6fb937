import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type History, openHistory } from '#test/verify/history.ts'

const tool = fileURLToPath(new URL('./proof.ts', import.meta.url))

describe('npm run proof', () => {
  let history: History
  const folder = mkdtempSync(join(tmpdir(), 'openlot-proof-'))
  const file = join(folder, 'proof.json')
  before(async () => {
    history = await openHistory()
    await history.writeTo(history.batches.length)
  })
  after(async () => {
    await history.drop()
    rmSync(folder, { recursive: true })
  })

  async function run(place: Readonly<Record<string, string>>, ...args: readonly string[]) {
    const env = { ...process.env, ...place }
    const child = spawn(process.execPath, [tool, ...args], { env, cwd: folder })
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { out, error, exitCode: await exited }
  }
  const withDatabase = (...args: readonly string[]) => run({ DATABASE_URL: history.database.url }, ...args)
  /** A check needs neither database nor data directory. */
  const withoutDatabase = (...args: readonly string[]) => run({ DATA_DIR: '/nowhere/at/all' }, ...args)

  it('writes a proof that passes its check against the head of the journal', async () => {
    const created = await withDatabase('--user', '40000001', '--links', '--out', file)
    assert.deepEqual([created.error, created.exitCode], ['', 0])
    assert.match(created.out, /: \d+ batches of user 1$/m)
    const last = history.batches.at(-1)
    const head = `${last?.seq}:${last?.hash.toString('hex')}`
    const checked = await withoutDatabase('--check', file, '--head', head)
    assert.deepEqual([checked.error, checked.exitCode], ['', 0])
    assert.match(checked.out, /^batch \d+, version 1: open_account decided at 2026-01-05T/m)
    assert.match(checked.out, /^The entries follow .* 1 heads were compared\.$/m)
    const again = await withDatabase('--user', '1', '--out', file)
    assert.deepEqual([again.error, again.exitCode], [`${file} exists already.\n`, 2])
  })

  it('exits with 1 for an altered proof and for another head', async () => {
    const altered = join(folder, 'altered.json')
    writeFileSync(altered, readFileSync(file, 'utf8').replace(/"version": (\d)/, '"version": 4$1'))
    const wrong = await withoutDatabase('--check', altered)
    assert.equal(wrong.exitCode, 1)
    assert.match(wrong.out, /^FOUND +batch \d+: the leaf and its path do not lead to the root$/m)
    const other = await withoutDatabase('--check', file, '--head', `3:${'0'.repeat(64)}`)
    assert.equal(other.exitCode, 1)
    assert.match(other.out, /^FOUND +batch 3: has another hash than the given head$/m)
    writeFileSync(altered, 'no proof')
    assert.equal((await withoutDatabase('--check', altered)).exitCode, 1)
  })

  it('exits with 2 for wrong arguments, an unknown user and a missing database', async () => {
    for (const args of [
      [],
      ['--user', 'x'],
      ['--user', '1', '--from', '0'],
      ['--check', file, '--head', 'x'],
      ['x'],
    ]) {
      const { error, exitCode } = await withDatabase(...args)
      assert.equal(exitCode, 2)
      assert.match(error, /^Usage: /)
    }
    const unknown = await withDatabase('--user', '999999')
    assert.deepEqual([unknown.error, unknown.exitCode], ['No proof was written: there is no such user.\n', 2])
    const missing = await withoutDatabase('--user', '1')
    assert.equal(missing.exitCode, 2)
    assert.match(missing.error, /^There is no database in \/nowhere\/at\/all/)
  })
})
