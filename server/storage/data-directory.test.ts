import assert from 'node:assert/strict'
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { systemClock } from '#server/platform/clock.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { lockDataDirectory, tryLockDataDirectory } from '#server/storage/data-directory.ts'
import { nobody, startStorageProcess, temporaryDirectory } from '#test/storage-process.ts'

describe('locking the data directory', () => {
  it('creates it with mode 0700 and writes the pid to server.pid', async (t) => {
    const dataDir = join(temporaryDirectory(t), 'deeper', 'data')
    const locked = await lockDataDirectory(dataDir, systemClock)
    assert.equal(statSync(dataDir).mode & 0o777, 0o700)
    assert.equal(readFileSync(join(dataDir, 'server.pid'), 'utf8'), `${process.pid}\n`)
    locked.release()
    locked.release()
    assert.equal(existsSync(join(dataDir, 'server.pid')), false)
  })

  it('refuses a second process with the pid of the first, and is free after kill -9', async (t) => {
    const dataDir = join(temporaryDirectory(t), 'data')
    const first = startStorageProcess(t, dataDir)
    assert.deepEqual(await first.next(), ['open', ''])
    await assert.rejects(lockDataDirectory(dataDir, systemClock), (caught: Error) => {
      assert.ok(caught instanceof StartFailure)
      assert.match(caught.message, new RegExp(`is in use by process ${first.pid}:`))
      return true
    })
    const second = startStorageProcess(t, dataDir)
    assert.match((await second.next()).join(), new RegExp(`^StartFailure,.*process ${first.pid}`))
    await first.kill()
    // The pid file of the killed process remains, but not its lock.
    assert.equal(readFileSync(join(dataDir, 'server.pid'), 'utf8'), `${first.pid}\n`)
    const third = startStorageProcess(t, dataDir)
    assert.deepEqual(await third.next(), ['open', ''])
    await third.stop()
  })

  it('refuses a second lock by the same process', async (t) => {
    const dataDir = temporaryDirectory(t)
    const locked = await lockDataDirectory(dataDir, systemClock)
    assert.equal(tryLockDataDirectory(dataDir), undefined)
    locked.release()
    tryLockDataDirectory(dataDir)?.release()
  })

  it('explains that the path is a file', async (t) => {
    const file = join(temporaryDirectory(t), 'file')
    writeFileSync(file, '')
    await assert.rejects(lockDataDirectory(file, systemClock), /set DATA_DIR to a directory\.$/)
  })

  it('explains that the directory is not writable', async (t) => {
    if (process.getuid?.() !== 0) return t.skip('needs root to become another user')
    const dataDir = temporaryDirectory(t)
    chmodSync(dataDir, 0o755)
    const child = startStorageProcess(t, dataDir, nobody)
    assert.match((await child.next()).join(), /^StartFailure,.*is not writable for this user:/)
  })
})
