import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { afterEach, describe, test } from 'node:test'
import {
  createSmtpTransport,
  parseSmtpUrl,
  type SmtpLimits,
} from '#server/messages/transports/smtp-transport.ts'
import type { RenderedMessage, Transport } from '#server/messages/transports/transport.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { decodeHeader, startMailServer } from '#test/messages/mail-server.ts'
import { createMessagesFixture } from '#test/messages/messages-fixture.ts'
import { createReceivedQueue } from '#test/messages/received-queue.ts'

const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function mailServer(parts?: Parameters<typeof startMailServer>[0]) {
  const server = await startMailServer(parts)
  closing.push(server.close)
  return server
}

function fixture(smtpUrl: string, publicUrl?: string) {
  const created = createMessagesFixture({ smtpUrl, ...(publicUrl === undefined ? {} : { publicUrl }) })
  closing.push(created.close)
  return created
}

const anna = { channel: 'email', to: 'anna@example.com' } as const
const code = { code: '004217', validMinutes: 10 } as const

describe('the SMTP transport', () => {
  const subjects = [
    ['en', 'Your Openlot verification code', /Enter this code to complete your Openlot registration/],
    ['hk', '您的 Openlot 註冊驗證碼', /請輸入以下驗證碼，完成 Openlot 帳戶註冊/],
  ] as const
  for (const [language, subject, words] of subjects) {
    test(`delivers a mail in ${language} as text and HTML`, async () => {
      const server = await mailServer()
      fixture(server.url).messages.send({ ...anna, language, kind: 'register_code', ...code })
      const { headers, parts, recipients } = await server.mails.next()
      assert.deepEqual(recipients, ['anna@example.com'])
      assert.equal(headers.get('from'), 'Openlot <no-reply@openlot.test>')
      assert.equal(headers.get('to'), 'anna@example.com')
      assert.equal(decodeHeader(headers.get('subject') ?? ''), subject)
      assert.equal(headers.get('date'), 'Thu, 05 Nov 2026 14:30:15 +0000')
      assert.equal(headers.get('auto-submitted'), 'auto-generated')
      assert.match(headers.get('message-id') ?? '', /^<[0-9a-f]{20}@openlot\.test>$/)
      assert.deepEqual([...parts.keys()], ['text/plain', 'text/html'])
      for (const part of parts.values()) {
        assert.match(part, words)
        assert.match(part, /004217/)
      }
    })
  }

  test('delivers links to the app', async () => {
    const server = await mailServer()
    const { messages } = fixture(server.url, 'https://m.example.com')
    messages.send({ ...anna, language: 'en', kind: 'account_exists' })
    const { parts } = await server.mails.next()
    assert.match(parts.get('text/plain') ?? '', /^https:\/\/m\.example\.com\/login$/m)
    assert.match(parts.get('text/html') ?? '', /href="https:\/\/m\.example\.com\/login"/)
  })

  test('delivers once after two temporary refusals', async () => {
    const server = await mailServer({ refuse: (rendered) => (rendered <= 2 ? 451 : undefined) })
    const { messages, outcomes, advance, logged } = fixture(server.url)
    messages.send({ ...anna, language: 'en', kind: 'reset_code', ...code })
    await outcomes('retried', 1)
    advance(2000)
    await outcomes('retried', 2)
    advance(10_000)
    await outcomes('delivered', 1)
    assert.equal(server.mails.all.length, 1)
    assert.match(logged(), /"why":"EENVELOPE 451"/)
    assert.doesNotMatch(logged(), /anna|004217/)
  })

  test('gives up at once on a recipient unknown to the server', async () => {
    const server = await mailServer({ refuse: () => 550 })
    const { messages, outcomes, logged } = fixture(server.url)
    messages.send({ ...anna, language: 'en', kind: 'reset_code', ...code })
    await outcomes('given_up', 1)
    assert.equal(server.attempts.all.length, 1)
    assert.doesNotMatch(logged(), /anna|004217/)
  })

  test('sends twenty mails over at most three connections', async () => {
    const server = await mailServer()
    const { messages } = fixture(server.url)
    for (let sent = 0; sent < 20; sent += 1)
      messages.send({ ...anna, language: 'en', kind: 'account_exists' })
    for (let arrived = 0; arrived < 20; arrived += 1) await server.mails.next()
    assert.equal(server.mails.all.length, 20)
    assert.ok(server.connections() <= 3, `${server.connections()} connections`)
  })

  test('waits at most five seconds for a hanging server during a stop', async () => {
    const server = await silentServer()
    const { messages, advance, logged, outcomes } = fixture(server.url)
    messages.send({ ...anna, language: 'en', kind: 'reset_code', ...code })
    await server.connections.next()
    const stopped = messages.stop()
    advance(5000)
    await stopped
    await outcomes('given_up', 1)
    assert.doesNotMatch(logged(), /anna|004217/)
  })
})

const rendered: RenderedMessage = {
  id: '0123456789abcdef0123',
  message: { ...anna, language: 'en', kind: 'account_exists' },
  createdAtMs: Date.UTC(2026, 10, 5),
  subject: 'Subject\r\nbcc: all@example.com',
  text: 'Text',
  html: '<p>Text</p>',
}

describe('the SMTP transport with a misbehaving server', () => {
  const timers = createFakeTimers()
  const limits: SmtpLimits = { connectMs: 5000, idleMs: 5000, attemptMs: 45_000, connections: 3 }

  function transportTo(smtpUrl: string, changed: Partial<SmtpLimits> = {}): Transport {
    const mailFrom = 'no-reply@openlot.test'
    const transport = createSmtpTransport({ smtpUrl, mailFrom, timers, limits: { ...limits, ...changed } })
    closing.push(transport.close)
    return transport
  }

  test('times out without a greeting', async () => {
    const server = await silentServer()
    const delivery = await transportTo(server.url, { connectMs: 100 }).deliver(rendered)
    assert.deepEqual(delivery, { ok: false, isFinal: false, why: 'ETIMEDOUT' })
  })

  test('ends an attempt that never stops receiving data and opens a new connection', async () => {
    const server = await silentServer('220-still here\r\n')
    const transport = transportTo(server.url, { connectMs: 600_000, idleMs: 600_000 })
    const delivery = transport.deliver(rendered)
    await server.connections.next()
    timers.advance(45_000)
    const failed = await delivery
    assert.deepEqual([failed.ok, timers.pending()], [false, []])
    const second = transport.deliver(rendered)
    await server.connections.next()
    transport.close()
    assert.equal((await second).ok, false)
  })

  test('may retry after a refused connection', async () => {
    const server = await silentServer()
    await server.close()
    assert.deepEqual(await transportTo(server.url).deliver(rendered), {
      ok: false,
      isFinal: false,
      why: 'ESOCKET',
    })
  })

  test('does not inject a header from a subject with a line break', async () => {
    const server = await mailServer()
    await transportTo(server.url).deliver(rendered)
    const { headers, recipients } = await server.mails.next()
    assert.deepEqual([headers.get('bcc'), recipients], [undefined, ['anna@example.com']])
  })

  /** 0.0.0.0 reaches the local server but does not count as a loopback host. */
  const asRemote = (url: string) => url.replace('127.0.0.1', '0.0.0.0')

  test('sends nothing to a remote server without TLS, unless ignoreTLS is set', async () => {
    const server = await mailServer({ isPlain: true })
    const url = asRemote(server.url)
    assert.deepEqual(await transportTo(url).deliver(rendered), {
      ok: false,
      isFinal: false,
      why: 'ETLS 500',
    })
    assert.deepEqual(server.mails.all, [])
    assert.deepEqual(await transportTo(`${url}?ignoreTLS=true`).deliver(rendered), { ok: true })
  })

  test('sends nothing to a remote server with a self-signed certificate, unless allowed in the URL', async () => {
    const server = await mailServer()
    const url = asRemote(server.url)
    assert.deepEqual(await transportTo(url).deliver(rendered), {
      ok: false,
      isFinal: false,
      why: 'ESOCKET',
    })
    assert.deepEqual(server.mails.all, [])
    assert.deepEqual(await transportTo(`${url}?tls.rejectUnauthorized=false`).deliver(rendered), {
      ok: true,
    })
  })
})

/** Accepts connections and sends only `words`, by default nothing. */
async function silentServer(words = '') {
  const connections = createReceivedQueue<Socket>()
  const server = createServer((socket) => {
    // Clients are expected to disconnect.
    socket.on('error', () => {})
    socket.write(words)
    connections.add(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const close = async () => {
    for (const socket of connections.all) socket.destroy()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  closing.push(close)
  return { url: `smtp://127.0.0.1:${port}`, connections, close }
}

const strict = { rejectUnauthorized: true }
const lenient = { rejectUnauthorized: false }
const starttls = { secure: false, requireTLS: true, ignoreTLS: false, tls: strict }
const here = { secure: false, requireTLS: false, ignoreTLS: false, tls: lenient }
const tls = { secure: true, requireTLS: false, ignoreTLS: false, tls: strict }

const addresses: readonly (readonly [string, object])[] = [
  ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, ...tls }],
  ['smtps://mail.example.com:8465', { host: 'mail.example.com', port: 8465, ...tls }],
  ['smtps://127.0.0.1', { host: '127.0.0.1', port: 465, ...tls }],
  ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, ...starttls }],
  ['smtp://mail.example.com:25', { host: 'mail.example.com', port: 25, ...starttls }],
  ['smtp://127.evil.example.com', { host: '127.evil.example.com', port: 587, ...starttls }],
  ['smtp://localhost:2525', { host: 'localhost', port: 2525, ...here }],
  ['smtp://[::1]', { host: '::1', port: 25, ...here }],
  [
    'smtp://relay:25?ignoreTLS=true',
    { host: 'relay', port: 25, ...starttls, requireTLS: false, ignoreTLS: true },
  ],
  ['smtps://relay?ignoreTLS=true', { host: 'relay', port: 465, ...tls }],
  ['smtp://relay:25?tls.rejectUnauthorized=false', { host: 'relay', port: 25, ...starttls, tls: lenient }],
  [
    'smtps://anna%40example.com:p%3Aa%25ss@relay',
    { host: 'relay', port: 465, ...tls, auth: { user: 'anna@example.com', pass: 'p:a%ss' } },
  ],
  // Other parameters must not reach nodemailer: these two would make it log every email.
  ['smtps://relay?logger=true&debug=true', { host: 'relay', port: 465, ...tls }],
]

describe('parsing SMTP_URL', () => {
  for (const [text, expected] of addresses) {
    test(`accepts ${text}`, () => assert.deepEqual(parseSmtpUrl(text), expected))
  }

  test('fails the start on an undecodable password without quoting it', () => {
    assert.throws(
      () => parseSmtpUrl('smtp://anna:100%secret@relay'),
      (fault) => fault instanceof StartFailure && !fault.message.includes('secret'),
    )
  })
})
