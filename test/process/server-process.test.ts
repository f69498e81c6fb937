import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { WebSocket } from 'ws'
import { createTestDatabase } from '#test/database.ts'
import { makeDataDir, startServer } from '#test/process/running-server.ts'

const data = makeDataDir()
const environment = { DATA_DIR: data.dir }
const ready = 'Openlot is ready'

after(data.remove)

async function jsonAt(address: string) {
  return await (await fetch(address)).json()
}

/** The HTTP status a websocket upgrade gets at an address. */
async function statusOfUpgrade(address: string): Promise<number> {
  const socket = new WebSocket(address.replace('http', 'ws'))
  socket.on('error', () => {})
  const [, response] = await once(socket, 'unexpected-response')
  response.resume()
  return response.statusCode
}

describe('server process', () => {
  test('starts on an empty directory, serves, and stops cleanly on SIGTERM sent twice', async () => {
    const server = startServer(environment)
    await server.waitForOutput(ready)
    assert.deepEqual(await jsonAt(`${server.address()}/readyz`), {
      ready: true,
      parts: { database: 'ready', feed: 'ready', engine: 'ready' },
      sources: { 'sim:1': 'live' },
    })
    assert.equal(readFileSync(join(data.dir, 'server.pid'), 'utf8').trim(), String(server.child.pid))
    server.child.kill('SIGTERM')
    server.child.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    assert.match(server.output(), /stopped cleanly\n$/)
    assert.equal(existsSync(join(data.dir, 'server.pid')), false)
    assert.equal(existsSync(join(data.dir, 'postgres', 'postmaster.pid')), false)
  })

  test('stops when its launcher disappears, with open sockets', async () => {
    const server = startServer(environment)
    await server.waitForOutput(ready)
    const socket = new WebSocket(`${server.address().replace('http', 'ws')}/v1/ws`)
    await once(socket, 'open')
    const closed = once(socket, 'close')
    assert.equal(await statusOfUpgrade(`${server.address()}/healthz`), 200)
    server.child.disconnect()
    assert.equal((await closed)[0], 1001)
    assert.equal(await server.ended, 0)
    assert.match(server.output(), /stopped cleanly\n$/)
  })

  test('restarts after kill -9 with all committed data', async () => {
    const first = startServer(environment)
    await first.waitForOutput(ready)
    const change = startServer(environment, [process.execPath, 'tools/setting.ts', 'invite_required', '1'])
    assert.equal(await change.ended, 0, change.output())
    first.child.kill('SIGKILL')
    assert.equal(await first.ended, 'SIGKILL')
    const second = startServer(environment)
    await second.waitForOutput(ready)
    assert.equal((await jsonAt(`${second.address()}/api/default/setting?key=invite_required`)).data, 1)
    second.child.kill('SIGINT')
    assert.equal(await second.ended, 0)
  })

  test('exits 1 and names the process that already uses the data directory', async () => {
    const first = startServer(environment)
    await first.waitForOutput(ready)
    const second = startServer(environment)
    assert.equal(await second.ended, 1)
    const sentence = `${data.dir} is in use by process ${first.child.pid}: stop that process, or set another DATA_DIR.\n`
    assert.equal(second.output(), sentence)
    assert.equal((await fetch(`${first.address()}/readyz`)).status, 200)
    first.child.kill('SIGTERM')
    assert.equal(await first.ended, 0)
  })

  test('reports a taken port in one sentence and stops the database', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const server = startServer({ ...environment, PORT: String(port), LOG_LEVEL: 'warn' })
    assert.equal(await server.ended, 1)
    other.close()
    assert.match(server.output(), new RegExp(`^Port ${port} is in use by another program: .*\\.\n$`))
    assert.equal(existsSync(join(data.dir, 'postgres', 'postmaster.pid')), false)
  })

  test('reports all invalid variables before touching the data directory', async () => {
    const server = startServer({ DATA_DIR: join(data.dir, 'never'), PORT: 'x', LOG_LEVEL: 'loud' })
    assert.equal(await server.ended, 1)
    assert.match(server.output(), /^PORT must be .*\nLOG_LEVEL must be .*\n$/)
    assert.equal(existsSync(join(data.dir, 'never')), false)
  })

  test('refuses to write codes to files if other machines can reach it, before touching the data directory', async () => {
    for (const HOST of ['0.0.0.0', '::']) {
      const server = startServer({ DATA_DIR: join(data.dir, 'never'), HOST })
      // A server that started would not end.
      const started = server.waitForOutput(ready).then(() => server.child.kill('SIGTERM'))
      await Promise.allSettled([started, server.ended])
      assert.equal(await server.ended, 1)
      assert.match(server.output(), /^SMTP_URL must be set, because other machines .* OUTBOX=on: [^\n]*\n$/)
      assert.equal(existsSync(join(data.dir, 'never')), false)
    }
  })

  test('warns in its log that other machines can reach a server for testing', async () => {
    const server = startServer({ ...environment, HOST: '0.0.0.0', OUTBOX: 'on', LOG_LEVEL: 'warn' })
    await server.waitForOutput(ready)
    server.child.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    const warnings = server.output().match(/"msg":"[^"]*"/g) ?? []
    const about = (pattern: RegExp) => warnings.filter((line) => pattern.test(line)).length
    assert.equal(about(/prices are simulated/), 1)
    assert.equal(about(/codes are written to files/), 1)
    assert.equal(about(/runs as root/), process.getuid?.() === 0 ? 1 : 0)
  })

  test('starts without an SMS provider and then offers no mobile numbers', async () => {
    const server = startServer({ ...environment, HOST: '0.0.0.0', SMTP_URL: 'smtp://127.0.0.1:1' })
    await server.waitForOutput(ready)
    assert.equal((await jsonAt(`${server.address()}/api/default/setting?key=is_show_mobile`)).data, 0)
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to: '91234567', area_id: 2, type: 1 }),
    }
    const sent = await fetch(`${server.address()}/api/notify/send_sms`, request)
    assert.deepEqual((await sent.json()).data, { reason: 'mobile_off' })
    server.child.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    assert.equal(existsSync(join(data.dir, 'outbox')), false)
  })

  test('reports an unreachable database without its password', async () => {
    const server = startServer({ ...environment, DATABASE_URL: 'postgres://ann:hunter2@127.0.0.1:1/openlot' })
    assert.equal(await server.ended, 1)
    assert.match(server.output(), /^[^\n]+\.\n$/)
    assert.doesNotMatch(server.output(), /hunter2|\n.*at /)
  })

  test('uses DATABASE_URL instead of the embedded database', async () => {
    const database = await createTestDatabase()
    const own = makeDataDir()
    const server = startServer({ DATA_DIR: own.dir, DATABASE_URL: database.url })
    await server.waitForOutput(ready)
    const { code, data: info } = await jsonAt(`${server.address()}/api/basicSet/getBasicInfo`)
    assert.deepEqual([code, info.simulated_prices, info.real_trades], [1, 1, 1])
    assert.match(server.output(), /"level":30,.*"prices are simulated; real accounts can open orders"/)
    assert.equal(existsSync(join(own.dir, 'postgres')), false)
    server.child.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    own.remove()
    await database.drop()
  })

  test('says on a public host that real accounts cannot open orders on simulated prices', async () => {
    const database = await createTestDatabase()
    const own = makeDataDir()
    const server = startServer({
      ...{ HOST: '0.0.0.0', DATA_DIR: own.dir, DATABASE_URL: database.url, OUTBOX: 'on' },
      ...{ SECRET_KEY: '1'.repeat(64), DESK_PASSWORD: 'a long way to the desk 9' },
    })
    await server.waitForOutput(ready)
    const { port } = new URL(server.address())
    const info = await jsonAt(`http://127.0.0.1:${port}/api/basicSet/getBasicInfo`)
    assert.deepEqual([info.data.simulated_prices, info.data.real_trades], [1, 0])
    assert.match(server.output(), /"level":40,.*"prices are simulated; real accounts cannot open orders"/)
    server.child.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    own.remove()
    await database.drop()
  })
})
