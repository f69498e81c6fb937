import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '#test/database.ts'
import { startStorageProcess, temporaryDirectory } from '#test/storage-process.ts'

const tool = fileURLToPath(new URL('./setting.ts', import.meta.url))

async function setting(place: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const env = { ...process.env, DATABASE_URL: '', ...place }
  const child = spawn(process.execPath, [tool, ...args], { env })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { out, error, exitCode: await exited }
}

describe('npm run setting', () => {
  it('changes a setting while the server runs and while it does not', async (t) => {
    const place = { DATA_DIR: join(temporaryDirectory(t), 'data') }
    const server = startStorageProcess(t, place.DATA_DIR)
    assert.deepEqual(await server.next(), ['open', ''])
    assert.deepEqual(await setting(place, 'invite_required', '1'), {
      out: 'invite_required is now 1 (it was 0).\n',
      error: '',
      exitCode: 0,
    })
    await server.stop()
    assert.equal((await setting(place, 'invite_required', '1')).out, 'invite_required is already 1.\n')
    assert.match((await setting(place, 'invite_required')).out, /^invite_required = 1 {3}\(default 0\)\n/)
    const again = startStorageProcess(t, place.DATA_DIR)
    assert.deepEqual(await again.next(), ['open', ''])
    await again.stop()
  })

  it('works on a DATABASE_URL, lists everything, audits who it was, and refuses in words', async (t) => {
    const database = await createTestDatabase()
    t.after(database.drop)
    const place = { DATABASE_URL: database.url }
    const all = await setting(place)
    assert.equal(all.exitCode, 0)
    assert.match(all.out, /^service_link = \(empty\) {3}\(default \(empty\)\)\n {4}The web address/m)
    assert.equal((await setting(place, 'trade_fee_type', '2')).exitCode, 0)
    const audit = await database.query('select key, changed_by from setting_changes')
    assert.deepEqual(audit.rows, [{ key: 'trade_fee_type', changed_by: `cli:${userInfo().username}` }])
    for (const [args, words] of [
      [['trade_fee_type', '9'], 'trade_fee_type was not changed: it must be 1 or 2.\n'],
      [['no_such'], /^no_such is not a setting\. There are: is_show_mobile, /],
      [['service_link', 'two', 'words'], /^Too many words/],
    ] as const) {
      const { error, exitCode } = await setting(place, ...args)
      assert.equal(exitCode, 1)
      assert.match(error, typeof words === 'string' ? new RegExp(`^${words}$`) : words)
    }
  })

  it('says in a sentence that it cannot reach the database', async () => {
    const { error, exitCode } = await setting({ DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x' })
    assert.equal(exitCode, 1)
    assert.match(error, /^PostgreSQL at 127\.0\.0\.1:1, database x cannot be reached \(.*\): start it, .*\n$/)
  })
})
