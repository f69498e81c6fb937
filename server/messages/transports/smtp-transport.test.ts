import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { afterEach, describe, test } from 'node:test'
import {
  createMailCarrier,
  type MailBounds,
  parseSmtpAddress,
} from '#server/messages/transports/smtp-transport.ts'
import type { Carrier, Letter } from '#server/messages/transports/transport.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { decodeHeader, startMailServer } from '#test/messages/mail-server.ts'
import { createMessagesStage } from '#test/messages/messages-fixture.ts'
import { createArrivals } from '#test/messages/received-queue.ts'

describe('mail carrier', () => {
  const closing: (() => unknown)[] = []

  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  async function mailServer(parts?: Parameters<typeof startMailServer>[0]) {
    const server = await startMailServer(parts)
    closing.push(server.close)
    return server
  }

  function stage(smtpUrl: string, publicUrl?: string) {
    const created = createMessagesStage({ smtpUrl, ...(publicUrl === undefined ? {} : { publicUrl }) })
    closing.push(created.close)
    return created
  }

  const anna = { channel: 'email', to: 'anna@example.com' } as const
  const code = { code: '004217', validMinutes: 10 } as const

  describe('mail to a real server', () => {
    const languages = [
      ['en', 'Your code to open an Openlot account', /Enter this code to finish opening/],
      ['hk', '您的 Openlot 註冊驗證碼', /請輸入以下驗證碼，完成 Openlot 帳戶註冊/],
    ] as const
    for (const [language, subject, words] of languages) {
      test(`arrives in ${language}, as text and as HTML`, async () => {
        const server = await mailServer()
        stage(server.url).messages.send({ ...anna, language, kind: 'register_code', ...code })
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

    test('links to the app', async () => {
      const server = await mailServer()
      const { messages } = stage(server.url, 'https://m.example.com')
      messages.send({ ...anna, language: 'en', kind: 'account_exists' })
      const { parts } = await server.mails.next()
      assert.match(parts.get('text/plain') ?? '', /^https:\/\/m\.example\.com\/login$/m)
      assert.match(parts.get('text/html') ?? '', /href="https:\/\/m\.example\.com\/login"/)
    })

    test('that is refused at first is tried again, and arrives once', async () => {
      const server = await mailServer({ refuse: (letter) => (letter <= 2 ? 451 : undefined) })
      const { messages, outcomes, advance, logged } = stage(server.url)
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

    test('to somebody whom the server does not know is given up at once', async () => {
      const server = await mailServer({ refuse: () => 550 })
      const { messages, outcomes, logged } = stage(server.url)
      messages.send({ ...anna, language: 'en', kind: 'reset_code', ...code })
      await outcomes('given_up', 1)
      assert.equal(server.attempts.all.length, 1)
      assert.doesNotMatch(logged(), /anna|004217/)
    })

    test('in a row goes over connections that are kept', async () => {
      const server = await mailServer()
      const { messages } = stage(server.url)
      for (let sent = 0; sent < 20; sent += 1)
        messages.send({ ...anna, language: 'en', kind: 'account_exists' })
      for (let arrived = 0; arrived < 20; arrived += 1) await server.mails.next()
      assert.equal(server.mails.all.length, 20)
      assert.ok(server.connections() <= 3, `${server.connections()} connections`)
    })

    test('waits for a server that hangs no longer than five seconds at a stop', async () => {
      const server = await silentServer()
      const { messages, advance, logged, outcomes } = stage(server.url)
      messages.send({ ...anna, language: 'en', kind: 'reset_code', ...code })
      await server.connections.next()
      const stopped = messages.stop()
      advance(5000)
      await stopped
      await outcomes('given_up', 1)
      assert.doesNotMatch(logged(), /anna|004217/)
    })
  })

  const letter: Letter = {
    id: '0123456789abcdef0123',
    message: { ...anna, language: 'en', kind: 'account_exists' },
    createdAtMs: Date.UTC(2026, 10, 5),
    subject: 'Subject\r\nbcc: all@example.com',
    text: 'Text',
    html: '<p>Text</p>',
  }

  describe('a mail server that misbehaves', () => {
    const timers = createFakeTimers()
    const bounds: MailBounds = { connectMs: 5000, silenceMs: 5000, tryMs: 45_000, connections: 3 }

    function carrierTo(smtpUrl: string, changed: Partial<MailBounds> = {}): Carrier {
      const mailFrom = 'no-reply@openlot.test'
      const carrier = createMailCarrier({ smtpUrl, mailFrom, timers, bounds: { ...bounds, ...changed } })
      closing.push(carrier.close)
      return carrier
    }

    test('by never greeting is left after a while', async () => {
      const server = await silentServer()
      const delivery = await carrierTo(server.url, { connectMs: 100 }).deliver(letter)
      assert.deepEqual(delivery, { ok: false, isFinal: false, why: 'ETIMEDOUT' })
    })

    test('by talking without end is left when the try is over, and the next try goes over a new connection', async () => {
      const server = await silentServer('220-still here\r\n')
      const carrier = carrierTo(server.url, { connectMs: 600_000, silenceMs: 600_000 })
      const delivery = carrier.deliver(letter)
      await server.connections.next()
      timers.advance(45_000)
      const failed = await delivery
      assert.deepEqual([failed.ok, timers.pending()], [false, []])
      const second = carrier.deliver(letter)
      await server.connections.next()
      carrier.close()
      assert.equal((await second).ok, false)
    })

    test('by being away is tried again', async () => {
      const server = await silentServer()
      await server.close()
      assert.deepEqual(await carrierTo(server.url).deliver(letter), {
        ok: false,
        isFinal: false,
        why: 'ESOCKET',
      })
    })

    test('gets no second header out of a subject', async () => {
      const server = await mailServer()
      await carrierTo(server.url).deliver(letter)
      const { headers, recipients } = await server.mails.next()
      assert.deepEqual([headers.get('bcc'), recipients], [undefined, ['anna@example.com']])
    })

    /** Anything but a name of this machine counts as a place beyond a network. */
    const beyond = (url: string) => url.replace('127.0.0.1', '0.0.0.0')

    test('by offering no TLS gets no mail over a network, unless the address says so', async () => {
      const server = await mailServer({ isPlain: true })
      const url = beyond(server.url)
      assert.deepEqual(await carrierTo(url).deliver(letter), { ok: false, isFinal: false, why: 'ETLS 500' })
      assert.deepEqual(server.mails.all, [])
      assert.deepEqual(await carrierTo(`${url}?ignoreTLS=true`).deliver(letter), { ok: true })
    })

    test('by a certificate that nobody signed gets no mail over a network, unless the address says so', async () => {
      const server = await mailServer()
      const url = beyond(server.url)
      assert.deepEqual(await carrierTo(url).deliver(letter), { ok: false, isFinal: false, why: 'ESOCKET' })
      assert.deepEqual(server.mails.all, [])
      assert.deepEqual(await carrierTo(`${url}?tls.rejectUnauthorized=false`).deliver(letter), { ok: true })
    })
  })

  /** Takes connections and says nothing, or only this. */
  async function silentServer(words = '') {
    const connections = createArrivals<Socket>()
    const server = createServer((socket) => {
      // Whoever hangs up on it, as they should, is no concern.
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
})

describe('smtp address', () => {
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
    // Nothing else in the address reaches the library, least of all what would have it log every word.
    ['smtps://relay?logger=true&debug=true', { host: 'relay', port: 465, ...tls }],
  ]

  describe('the address of the mail server', () => {
    for (const [text, expected] of addresses) {
      test(`is understood: ${text}`, () => assert.deepEqual(parseSmtpAddress(text), expected))
    }

    test('that cannot be decoded stops the start and is not repeated', () => {
      assert.throws(
        () => parseSmtpAddress('smtp://anna:100%secret@relay'),
        (fault) => fault instanceof StartFailure && !fault.message.includes('secret'),
      )
    })
  })
})
