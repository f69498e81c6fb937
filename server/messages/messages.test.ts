import assert from 'node:assert/strict'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { afterEach, describe, test } from 'node:test'
import type { Message, UnstoredMessage } from '#server/messages/messages.ts'
import { createMessagesFixture } from '#test/messages/messages-fixture.ts'

const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

function fixture(setting?: Parameters<typeof createMessagesFixture>[0]) {
  const created = createMessagesFixture(setting)
  closing.push(created.close)
  return created
}

const anna = { channel: 'email', to: 'anna@example.com' } as const
const ben = { channel: 'mobile', to: '85291234567' } as const
const code = { code: '004217', validMinutes: 10 } as const

const files: readonly (readonly [string, UnstoredMessage, object])[] = [
  [
    'a registration code by mail in English',
    { ...anna, language: 'en', kind: 'register_code', ...code },
    {
      channel: 'email',
      type: 1,
      lang: 'en',
      code: '004217',
      subject: 'Your Openlot verification code',
    },
  ],
  [
    'a reset code by mail in Chinese',
    { ...anna, language: 'hk', kind: 'reset_code', ...code },
    { channel: 'email', type: 2, lang: 'hk', code: '004217', subject: '您的 Openlot 密碼重設驗證碼' },
  ],
  [
    'an account-exists notice by mail',
    { ...anna, language: 'en', kind: 'account_exists' },
    { channel: 'email', type: 1, lang: 'en', code: '', subject: 'You already have an Openlot account' },
  ],
  [
    'a payout method code by mail',
    { ...anna, language: 'en', kind: 'payout_method_code', ...code },
    { channel: 'email', type: 3, lang: 'en', code: '004217', subject: 'Your Openlot payout method code' },
  ],
  [
    'a withdrawal code by SMS in Chinese',
    { ...ben, language: 'hk', kind: 'withdrawal_code', ...code },
    { channel: 'sms', type: 4, lang: 'hk', code: '004217', subject: '' },
  ],
  [
    'a registration code by SMS in Chinese',
    { ...ben, language: 'hk', kind: 'register_code', ...code },
    { channel: 'sms', type: 1, lang: 'hk', code: '004217', subject: '' },
  ],
  [
    'a reset code by SMS in a language without its own dictionary',
    { ...ben, language: 'jp', kind: 'reset_code', ...code },
    { channel: 'sms', type: 2, lang: 'jp', code: '004217', subject: '' },
  ],
]

describe('messages without a configured transport', () => {
  for (const [name, message, expected] of files) {
    test(`are written to the outbox: ${name}`, async () => {
      const { messages, outboxFiles } = fixture()
      messages.send(message)
      const [file] = await outboxFiles(1)
      const { text, ...rest } = file?.content ?? {}
      assert.deepEqual(rest, { ...expected, to: message.to, created_at: '2026-11-05T14:30:15.250Z' })
      assert.equal(String(text).includes('004217'), 'code' in message)
    })
  }

  test('log the outbox as their transport at the start', () => {
    assert.match(fixture().logged(), /"email":"outbox","mobile":"outbox","msg":"message transports"/)
  })

  test('are files with fixed keys in a fixed order', async () => {
    const { messages, outboxFiles } = fixture()
    messages.send({ ...anna, language: 'en', kind: 'account_exists' })
    const [file] = await outboxFiles(1)
    const keys = ['channel', 'to', 'type', 'lang', 'code', 'subject', 'text', 'created_at']
    assert.deepEqual(Object.keys(file?.content ?? {}), keys)
  })

  test('are written once each, in the order they were sent', async () => {
    const { messages, outboxFiles } = fixture()
    for (const number of [1, 2, 3]) {
      messages.send({
        ...anna,
        language: 'en',
        kind: 'register_code',
        code: `00000${number}`,
        validMinutes: 10,
      })
    }
    const written = await outboxFiles(3)
    assert.deepEqual(
      written.map(({ content }) => content['code']),
      ['000001', '000002', '000003'],
    )
  })

  test('are written during a stop and dropped after it', async () => {
    const { messages, outboxFiles, counted } = fixture()
    messages.send({ ...anna, language: 'en', kind: 'reset_code', ...code })
    await messages.stop()
    assert.equal((await outboxFiles(1)).length, 1)
    messages.send({ ...anna, language: 'en', kind: 'reset_code', ...code })
    assert.equal(await counted('dropped'), 1)
  })

  test('are retried after a file system error', async () => {
    const { messages, outbox, advance, outcomes, outboxFiles, logged } = fixture()
    writeFileSync(outbox, 'in the way')
    messages.send({ ...anna, language: 'en', kind: 'reset_code', ...code })
    await outcomes('retried', 1)
    assert.match(logged(), /"why":"EEXIST"/)
    rmSync(outbox)
    advance(2000)
    assert.equal((await outboxFiles(1)).length, 1)
    assert.doesNotMatch(logged(), /004217|anna/)
  })
})

describe('an invalid recipient', () => {
  const impossible: readonly (readonly [Message['channel'], string])[] = [
    ['email', 'anna@example.com\r\nbcc: all@example.com'],
    ['email', 'anna@example.com, ben@example.com'],
    ['email', 'Anna <anna@example.com>'],
    ['email', 'anna'],
    ['email', ''],
    ['mobile', '+85291234567'],
    ['mobile', '85291234567\n'],
    ['mobile', '1'.repeat(16)],
  ]
  for (const [channel, to] of impossible) {
    test(`is refused: ${JSON.stringify(to)}`, async () => {
      const { messages, outboxFiles, logged } = fixture()
      messages.send({ channel, to, language: 'en', kind: 'account_exists' })
      messages.send({ ...ben, language: 'en', kind: 'account_exists' })
      const written = await outboxFiles(1)
      assert.deepEqual(
        written.map(({ content }) => content['to']),
        [ben.to],
      )
      assert.match(logged(), /invalid recipient/)
    })
  }
})

describe('a channel without a provider, where the outbox is not allowed', () => {
  test('drops its messages, writes no file, and says so', async () => {
    const { messages, dataDir, logged, counted } = fixture({ outbox: false })
    for (const recipient of [anna, ben]) {
      assert.equal(messages.canSend(recipient.channel), false)
      messages.send({ ...recipient, language: 'en', kind: 'register_code', ...code })
    }
    await messages.stop()
    assert.equal(await counted('dropped'), 2)
    assert.deepEqual(readdirSync(dataDir), [])
    assert.match(logged(), /"email":"none","mobile":"none"/)
    assert.equal(logged().match(/its channel has no provider/g)?.length, 2)
    assert.doesNotMatch(logged(), /004217|anna|8529/)
  })

  test('may send while the outbox is allowed, or by its provider', async () => {
    const files = fixture().messages
    const mail = fixture({ outbox: false, smtpUrl: 'smtp://127.0.0.1:1' }).messages
    const able = [files, mail].map(({ canSend }) => [canSend('email'), canSend('mobile')])
    assert.deepEqual(able, [
      [true, true],
      [true, false],
    ])
  })
})
