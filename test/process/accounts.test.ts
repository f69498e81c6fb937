import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, describe, test } from 'node:test'
import { createLiveClient } from '#test/live/live-client.ts'
import { makeDataDir, type RunningServer, startServer } from '#test/process/running-server.ts'

const data = makeDataDir()
after(data.remove)

const started: RunningServer[] = []
afterEach(async () => {
  for (const server of started.splice(0)) {
    server.child.kill('SIGKILL')
    await server.ended
  }
})

async function ready(environment: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const server = startServer({ DATA_DIR: data.dir, LOG_LEVEL: 'debug', ...environment })
  started.push(server)
  await server.waitForOutput('Openlot is ready')
  return server
}

async function killed({ child, ended }: RunningServer): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

type Answer = { readonly code: number; readonly data: Json }
type Json = ReturnType<typeof JSON.parse>

async function call(
  server: RunningServer,
  path: string,
  form?: Record<string, string>,
  token = '',
): Promise<Answer> {
  const response = await fetch(`${server.address()}${path}`, {
    headers: { lang: 'en', authorization: token },
    ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
  })
  return (await response.json()) as Answer
}

/** Waits for a message to the recipient in the outbox. */
async function messageTo(to: string): Promise<{ readonly code: string }> {
  const dir = join(data.dir, 'outbox')
  for (;;) {
    const names = existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.json')) : []
    const messages = names.sort().map((name) => JSON.parse(readFileSync(join(dir, name), 'utf8')))
    const message = messages.findLast((candidate) => candidate.to === to)
    if (message !== undefined) return message
    await new Promise(setImmediate)
  }
}

const password = 'correct horse 7'
const demo = { demo_id: 'fedcba9876543210fedcba9876543210' }

describe('accounts', () => {
  let token = ''
  let code = ''
  let printed = ''
  let demoToken = ''

  test('survive kill -9 with their sessions and logouts', async () => {
    const server = await ready()
    assert.match(server.output(), /The desk has its first owner: owner@openlot\.local, password \S+\./)
    assert.equal((await call(server, '/api/notify/send_email', { to: 'ann@example.com', type: '1' })).code, 1)
    code = (await messageTo('ann@example.com')).code
    const form = { type: '1', account: 'ann@example.com', password, re_password: password, sms_code: code }
    const registered = await call(server, '/api/user/register', form)
    assert.equal(registered.code, 1)
    token = registered.data.token
    demoToken = (await call(server, `/api/user/createAccountDemoForU?demo_id=${demo.demo_id}`)).data.token
    printed += server.output()
    await killed(server)

    const again = await ready()
    assert.doesNotMatch(again.output(), /first owner/)
    const info = await call(again, '/api/user/info', undefined, token)
    assert.deepEqual([info.code, info.data.email, info.data.is_demo], [1, 'ann@example.com', 0])
    const same = await call(again, '/api/user/createAccountDemoForU', demo)
    const other = await call(again, '/api/user/info', undefined, demoToken)
    assert.equal(same.data.user.uid, other.data.uid)
    assert.equal((await call(again, '/api/user/logout', {}, token)).code, 1)
    printed += again.output()
    await killed(again)

    const third = await ready()
    assert.equal((await call(third, '/api/user/info', undefined, token)).code, 999)
    const login = { account: 'ann@example.com', password, login_type: '1' }
    assert.equal((await call(third, '/api/user/loginForU', login)).code, 1)
    printed += third.output()
  })

  test('are logged out on the socket when their session ends elsewhere', async () => {
    const server = await ready()
    const login = { account: 'ann@example.com', password, login_type: '1' }
    const here = (await call(server, '/api/user/loginForU', login)).data.token
    const there = (await call(server, '/api/user/loginForU', login)).data.token
    const client = createLiveClient(`${server.address().replace('http', 'ws')}/v1/ws?lang=en`)
    await client.open()
    client.send({ cmd: 'login', token: here })
    assert.deepEqual(await client.next(), { cmd: 'login', code: 1 })
    assert.ok((await call(server, '/api/user/sign_out_others', {}, there)).data.count >= 1)
    assert.deepEqual(await client.next(), { cmd: 'logout', code: 999 })
    client.send({ cmd: 'login', token: here })
    assert.equal((await client.next())['code'], 999)
    client.socket.close()
    printed += server.output()
  })

  test('leave no secret in the output, and key and outbox are private', () => {
    assert.match(printed, /"path":"\/api\/user\/register"/)
    for (const secret of [token, demoToken, password, demo.demo_id, code]) {
      assert.ok(secret.length >= 6 && !printed.includes(secret), secret)
    }
    assert.equal(statSync(join(data.dir, 'secret.key')).mode & 0o777, 0o600)
    assert.equal(statSync(join(data.dir, 'outbox')).mode & 0o777, 0o700)
  })

  test('fail the start with another key than their secrets were encrypted with', async () => {
    const owner = {
      DESK_EMAIL: 'a@example.com',
      DESK_PASSWORD: 'desk owner 2026',
      DESK_TOTP_SECRET: 'JBSWY3DPEHPK3PXP',
    }
    const fresh = makeDataDir()
    const first = startServer({ DATA_DIR: fresh.dir, LOG_LEVEL: 'error', ...owner })
    started.push(first)
    assert.doesNotMatch(await first.waitForOutput('Openlot is ready'), /desk owner 2026|JBSWY3DPEHPK3PXP/)
    first.child.kill('SIGTERM')
    assert.equal(await first.ended, 0)
    const second = startServer({ DATA_DIR: fresh.dir, LOG_LEVEL: 'error', SECRET_KEY: 'ab'.repeat(32) })
    started.push(second)
    assert.equal(await second.ended, 1)
    assert.match(second.output(), /secret\.key/)
    fresh.remove()
  })
})
