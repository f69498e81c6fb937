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

async function setting(environment: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const env = { ...process.env, DATABASE_URL: '', ...environment }
  const child = spawn(process.execPath, [tool, ...args], { env })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { out, error, exitCode: await exited }
}

describe('npm run setting', () => {
  it('changes a setting while the server runs and while it does not', async (t) => {
    const environment = { DATA_DIR: join(temporaryDirectory(t), 'data') }
    const server = startStorageProcess(t, environment.DATA_DIR)
    assert.deepEqual(await server.next(), ['open', ''])
    assert.deepEqual(await setting(environment, 'invite_required', '1'), {
      out: 'invite_required is now 1 (it was 0).\n',
      error: '',
      exitCode: 0,
    })
    await server.stop()
    assert.equal((await setting(environment, 'invite_required', '1')).out, 'invite_required is already 1.\n')
    assert.match(
      (await setting(environment, 'invite_required')).out,
      /^invite_required = 1 {3}\(default 0\)\n/,
    )
    const again = startStorageProcess(t, environment.DATA_DIR)
    assert.deepEqual(await again.next(), ['open', ''])
    await again.stop()
  })

  it('uses DATABASE_URL, lists all settings, audits the user of a change, and explains a refusal', async (t) => {
    const database = await createTestDatabase()
    t.after(database.drop)
    const environment = { DATABASE_URL: database.url }
    const all = await setting(environment)
    assert.equal(all.exitCode, 0)
    assert.match(all.out, /^service_link = \(empty\) {3}\(default \(empty\)\)\n {4}Web address/m)
    assert.equal((await setting(environment, 'trade_fee_type', '2')).exitCode, 0)
    const audit = await database.query('select key, changed_by from setting_changes')
    assert.deepEqual(audit.rows, [{ key: 'trade_fee_type', changed_by: `cli:${userInfo().username}` }])
    const weaker = await setting(environment, 'payout_method_wait_hours', '1')
    assert.equal(weaker.out, 'payout_method_wait_hours is now 1 (it was 24).\n')
    assert.match(weaker.error, /^This weakens a protection of money\./)
    assert.equal((await setting(environment, 'payout_method_wait_hours', '2')).error, '')
    for (const [args, message] of [
      [['trade_fee_type', '9'], 'trade_fee_type was not changed: it must be 1 or 2.\n'],
      [['no_such'], /^no_such is not a setting\. Settings: is_show_mobile, /],
      [['service_link', 'two', 'words'], /^Too many arguments/],
    ] as const) {
      const { error, exitCode } = await setting(environment, ...args)
      assert.equal(exitCode, 1)
      assert.match(error, typeof message === 'string' ? new RegExp(`^${message}$`) : message)
    }
  })

  it('prints one sentence if the database cannot be reached', async () => {
    const { error, exitCode } = await setting({ DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x' })
    assert.equal(exitCode, 1)
    assert.match(error, /^PostgreSQL at 127\.0\.0\.1:1, database x cannot be reached \(.*\): start it, .*\n$/)
  })
})
