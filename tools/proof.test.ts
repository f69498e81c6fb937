import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { chainHash, leafHash, packedHashOf } from '#server/engine/engine.ts'
import { createTestDatabase } from '#test/database.ts'
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
    assert.match(checked.out, /^The file starts after version 0 of the account\.$/m)
    assert.match(checked.out, /^The entries follow .* 1 heads were compared\.$/m)
    const again = await withDatabase('--user', '1', '--out', file)
    assert.deepEqual([again.error, again.exitCode], [`${file} exists already.\n`, 2])
  })

  it('prints the head of the journal, as a check takes it', async () => {
    const { out, error, exitCode } = await withDatabase('--print-head')
    assert.deepEqual([error, exitCode], ['', 0])
    const last = history.batches.at(-1)
    assert.equal(out, `${last?.seq}:${last?.hash.toString('hex')}\n`)
    const empty = await createTestDatabase()
    const none = await run({ DATABASE_URL: empty.url }, '--print-head')
    await empty.drop()
    assert.deepEqual([none.error, none.exitCode], ['The journal has no batch yet.\n', 2])
  })

  it('says which changes a proof without its first batches leaves out', async () => {
    const shortened = join(folder, 'shortened.json')
    const { batches, links, ...rest } = JSON.parse(readFileSync(file, 'utf8'))
    const kept = batches.slice(2)
    const later = links.filter(({ seq }: { readonly seq: number }) => seq > kept[0].seq)
    writeFileSync(shortened, JSON.stringify({ ...rest, batches: kept, links: later }))
    const last = history.batches.at(-1)
    const head = `${last?.seq}:${last?.hash.toString('hex')}`
    const { out, exitCode } = await withoutDatabase('--check', shortened, '--head', head)
    assert.equal(exitCode, 0)
    assert.match(out, /^The file starts after version 2 of the account\.$/m)
  })

  it('does not accept a file without batches as a proof', async () => {
    const empty = join(folder, 'empty.json')
    writeFileSync(empty, JSON.stringify({ format: 'openlot proof 1', userId: 1, batches: [], links: [] }))
    const { out, exitCode } = await withoutDatabase('--check', empty)
    assert.deepEqual([out, exitCode], ['The file contains no batches.\n', 1])
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

  /** Ends the line and prints a sentence over it. 009b starts a command to the terminal, as 001b and `[` do. */
  const hostile = 'x\n\u001b[2K\u009b2K\u202eThe entries follow'

  it('prints no entries of an altered proof', async () => {
    const altered = join(folder, 'hostile.json')
    const proof = JSON.parse(readFileSync(file, 'utf8'))
    proof.batches[0].entries = [JSON.stringify({ command: { kind: hostile }, outcome: {}, timeMs: 1 })]
    writeFileSync(altered, JSON.stringify(proof))
    const { out, exitCode } = await withoutDatabase('--check', altered)
    assert.equal(exitCode, 1)
    assert.match(out, /^(FOUND {8}batch [^\n]*\n)+$/)
  })

  it('encodes control characters of a made-up proof that agrees with its own hashes', async () => {
    const altered = join(folder, 'made-up.json')
    const entry = { command: { kind: hostile, userId: 1 }, outcome: { kind: hostile }, timeMs: 1 }
    writeFileSync(altered, JSON.stringify(madeUpProof(JSON.stringify(entry))))
    const { out, exitCode } = await withoutDatabase('--check', altered)
    assert.equal(exitCode, 0)
    const encoded = '"x\\n\\u001b[2K\\u{9b}2K\\u{202e}The entries follow"'
    assert.ok(out.startsWith(`batch 5, version 3: ${encoded} ${encoded} at 1970-01-01T00:00:00.001Z\n`), out)
  })

  it('exits with 2 for wrong arguments, an unknown user and a missing database', async () => {
    for (const args of [
      [],
      ['--user', 'x'],
      ['--user', '1', '--from', '0'],
      ['--check', file, '--head', 'x'],
      ['--print-head', '--user', '1'],
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

/** A batch with this one entry of user 1, which is the only leaf. */
function madeUpProof(entry: string) {
  const position = { salt: '0'.repeat(32), group: 0, seq: 5, version: 3, changes: 0 }
  const entries = [createHash('sha256').update(entry).digest('hex')]
  const root = leafHash({ ...position, userId: 1, shared: [], entries })
  const packed = Buffer.from('packed')
  const previous = Buffer.alloc(32)
  const hash = chainHash(previous, { packed, root: Buffer.from(root, 'hex') }).toString('hex')
  const chained = { previousHash: previous.toString('hex'), packedHash: packedHashOf(packed).toString('hex') }
  const batch = { ...position, ...chained, root, hash, path: [], shared: {}, entries: [entry] }
  return { format: 'openlot proof 1', userId: 1, batches: [batch], links: [] }
}
