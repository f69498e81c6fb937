import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { Client } from 'pg'
import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { startEmbeddedPostgres } from '#server/storage/embedded/embedded-postgres.ts'
import { isProcessAlive } from '#server/storage/process-alive.ts'
import {
  nobody,
  postgresPid,
  startStorageProcess,
  temporaryDirectory,
  untilGone,
} from '#test/storage-process.ts'

const log = createLog('silent')

async function start(t: TestContext, dataDir: string, isThrowAway = false) {
  const server = await startEmbeddedPostgres({ dataDir, log, clock: systemClock, isThrowAway })
  t.after(server.stop)
  return server
}

async function ask(
  server: { readonly address: { readonly config: object } },
  sql: string,
): Promise<unknown[]> {
  const client = new Client(server.address.config)
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

/** A copy of a cluster that was started and stopped once, because initdb is slow. */
function usedDirectory(t: TestContext, name = 'data'): string {
  const dataDir = join(temporaryDirectory(t), name)
  cpSync(original, dataDir, { recursive: true })
  return dataDir
}

let original = ''
before(async () => {
  original = realpathSync(mkdtempSync(join(tmpdir(), 'openlot-test-')))
  const parts = { dataDir: original, log, clock: systemClock }
  await (await startEmbeddedPostgres({ ...parts, isThrowAway: true })).stop()
})
after(() => rmSync(original, { recursive: true }))

const remember = 'create table kept (word text); insert into kept values ($$still here$$)'
const stillHere = [{ word: 'still here' }]

describe('the embedded PostgreSQL', () => {
  it('keeps data, socket and log in the data directory, with fsync and without TCP', async (t) => {
    const dataDir = temporaryDirectory(t)
    const server = await start(t, dataDir)
    assert.equal(server.address.config.host, join(dataDir, 'postgres'))
    assert.equal(statSync(join(dataDir, 'postgres')).mode & 0o777, 0o700)
    const settings = await ask(
      server,
      `select current_setting('fsync') fsync, current_setting('listen_addresses') addresses,
         current_setting('server_encoding') encoding, upper('é') upper, 'a' < 'B' sorted_by_language`,
    )
    const expected = { fsync: 'on', addresses: '', encoding: 'UTF8', upper: 'É', sorted_by_language: false }
    assert.deepEqual(settings, [expected])
    await server.stop()
    assert.match(readFileSync(join(dataDir, 'postgres.log'), 'utf8'), /database system is shut down/)
    assert.deepEqual(readdirSync(dataDir).sort(), ['postgres', 'postgres.log', 'postgres.passwords'])
  })

  it('keeps its data after SIGKILL of Node, of both processes, and with a stale postmaster.pid', async (t) => {
    const dataDir = usedDirectory(t)
    const first = startStorageProcess(t, dataDir)
    assert.deepEqual(await first.next(), ['open', ''])
    const leftover = postgresPid(dataDir)
    await first.kill()
    assert.ok(isProcessAlive(leftover))

    const second = await start(t, dataDir)
    assert.equal(await untilGone(leftover), true)
    await ask(second, remember)
    await second.stop()

    const third = startStorageProcess(t, dataDir)
    assert.deepEqual(await third.next(), ['open', ''])
    process.kill(postgresPid(dataDir), 'SIGKILL')
    await third.kill()
    const fourth = await start(t, dataDir)
    assert.deepEqual(await ask(fourth, 'select * from kept'), stillHere)
    await fourth.stop()

    const stranger = spawn('sleep', ['60'])
    t.after(() => stranger.kill())
    const lines = [stranger.pid, join(dataDir, 'postgres'), 1, 5432, dataDir, '', '', 'ready']
    writeFileSync(join(dataDir, 'postgres/postmaster.pid'), `${lines.join('\n')}\n`)
    const fifth = await start(t, dataDir)
    assert.deepEqual(await ask(fifth, 'select * from kept'), stillHere)
    assert.equal(stranger.exitCode ?? stranger.signalCode, null)
  })

  it('does not stop the server of the directory it was copied from', async (t) => {
    const copied = await start(t, usedDirectory(t))
    const dataDir = usedDirectory(t)
    const file = join(String(copied.address.config.host), 'postmaster.pid')
    writeFileSync(join(dataDir, 'postgres/postmaster.pid'), readFileSync(file))
    await start(t, dataDir)
    assert.deepEqual(await ask(copied, 'select 1 as one'), [{ one: 1 }])
  })

  it('works in a directory whose path is too long for a socket', async (t) => {
    const dataDir = usedDirectory(t, 'long, "long" '.repeat(12))
    const server = await start(t, dataDir)
    const socketDirectory = String(server.address.config.host)
    assert.equal(statSync(socketDirectory).mode & 0o777, 0o700)
    assert.deepEqual(await ask(server, 'select 1 as one'), [{ one: 1 }])
    await server.stop()
    assert.equal(statSync(socketDirectory, { throwIfNoEntry: false }), undefined)
  })

  it('runs as an ordinary user', async (t) => {
    if (process.getuid?.() !== 0) return t.skip('this run already is an ordinary user')
    const dataDir = temporaryDirectory(t, nobody)
    const child = startStorageProcess(t, dataDir, nobody)
    assert.deepEqual(await child.next(), ['open', ''])
    assert.equal(statSync(`/proc/${postgresPid(dataDir)}`).uid, nobody)
    await child.stop()
    // Started by root, PostgreSQL runs as the owner of the cluster, and the owner can still use the cluster afterwards.
    await (await start(t, dataDir)).stop()
    const again = startStorageProcess(t, dataDir, nobody)
    assert.deepEqual(await again.next(), ['open', ''])
    await again.stop()
  })

  it('reports an unexpected exit without ending Node', async (t) => {
    const dataDir = usedDirectory(t)
    const child = startStorageProcess(t, dataDir)
    assert.deepEqual(await child.next(), ['open', ''])
    process.kill(postgresPid(dataDir), 'SIGKILL')
    const [word, sentence] = await child.next()
    assert.equal(word, 'database ended')
    assert.match(sentence, /^PostgreSQL exited unexpectedly \(signal SIGKILL\)/)
    await child.stop()
  })

  it('refuses another version, foreign files and damaged files with an explanation', async (t) => {
    const dataDir = usedDirectory(t)
    const cluster = join(dataDir, 'postgres')
    await (await start(t, dataDir)).stop()
    writeFileSync(join(cluster, 'PG_VERSION'), '17\n')
    await assert.rejects(start(t, dataDir), {
      name: 'StartFailure',
      message: /created by PostgreSQL 17, but/,
    })
    rmSync(join(cluster, 'PG_VERSION'))
    await assert.rejects(start(t, dataDir), {
      name: 'StartFailure',
      message: /does not contain a PostgreSQL/,
    })
    writeFileSync(join(cluster, 'PG_VERSION'), '18\n')
    writeFileSync(join(cluster, 'global/pg_control'), 'nonsense')
    await assert.rejects(start(t, dataDir), {
      name: 'StartFailure',
      message: /did not start \(.+\): read .+postgres\.log, and restore/,
    })
  })

  it('removes the files of an interrupted initdb', async (t) => {
    const dataDir = temporaryDirectory(t)
    const unfinished = join(dataDir, 'postgres.new-abc123/global')
    mkdirSync(unfinished, { recursive: true })
    writeFileSync(join(dirname(unfinished), 'PG_VERSION'), '18\n')
    await (await start(t, dataDir, true)).stop()
    assert.deepEqual(readdirSync(dataDir).sort(), ['postgres', 'postgres.log', 'postgres.passwords'])
  })
})
