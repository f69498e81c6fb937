import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { afterEach, describe, test } from 'node:test'
import type { Message } from '#server/messages/messages.ts'
import { createMessagesStage } from '#test/messages/messages-fixture.ts'

const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

function stage(setting?: Parameters<typeof createMessagesStage>[0]) {
  const created = createMessagesStage(setting)
  closing.push(created.close)
  return created
}

const anna = { channel: 'email', to: 'anna@example.com' } as const
const ben = { channel: 'mobile', to: '85291234567' } as const
const code = { code: '004217', validMinutes: 10 } as const

const files: readonly (readonly [string, Message, object])[] = [
  [
    'a code to register with, by mail, in English',
    { ...anna, language: 'en', kind: 'register_code', ...code },
    {
      channel: 'email',
      type: 1,
      lang: 'en',
      code: '004217',
      subject: 'Your code to open an Openlot account',
    },
  ],
  [
    'a code to reset with, by mail, in Chinese',
    { ...anna, language: 'hk', kind: 'reset_code', ...code },
    { channel: 'email', type: 2, lang: 'hk', code: '004217', subject: '您的 Openlot 密碼重設驗證碼' },
  ],
  [
    'that there is an account already, by mail',
    { ...anna, language: 'en', kind: 'account_exists' },
    { channel: 'email', type: 1, lang: 'en', code: '', subject: 'You already have an Openlot account' },
  ],
  [
    'that a password was changed, by mail, in Chinese',
    { ...anna, language: 'hk', kind: 'password_changed' },
    { channel: 'email', type: 2, lang: 'hk', code: '', subject: '您的 Openlot 密碼已修改' },
  ],
  [
    'a code to register with, by text message, in Chinese',
    { ...ben, language: 'hk', kind: 'register_code', ...code },
    { channel: 'sms', type: 1, lang: 'hk', code: '004217', subject: '' },
  ],
  [
    'a code to reset with, by text message, in a language that still speaks English',
    { ...ben, language: 'jp', kind: 'reset_code', ...code },
    { channel: 'sms', type: 2, lang: 'jp', code: '004217', subject: '' },
  ],
]

describe('messages without a way out', () => {
  for (const [name, message, expected] of files) {
    test(`leave a file: ${name}`, async () => {
      const { messages, outboxFiles } = stage()
      messages.send(message)
      const [file] = await outboxFiles(1)
      const { text, ...rest } = file?.content ?? {}
      assert.deepEqual(rest, { ...expected, to: message.to, created_at: '2026-11-05T14:30:15.250Z' })
      assert.equal(String(text).includes('004217'), 'code' in message)
    })
  }

  test('are said to be files at the start', () => {
    assert.match(stage().logged(), /"email":"outbox","mobile":"outbox","msg":"how messages leave"/)
  })

  test('keep the keys that others read, in their order', async () => {
    const { messages, outboxFiles } = stage()
    messages.send({ ...anna, language: 'en', kind: 'account_exists' })
    const [file] = await outboxFiles(1)
    const keys = ['channel', 'to', 'type', 'lang', 'code', 'subject', 'text', 'created_at']
    assert.deepEqual(Object.keys(file?.content ?? {}), keys)
  })

  test('come in the order in which they were sent, each once', async () => {
    const { messages, outboxFiles } = stage()
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

  test('are written at a stop, and none is taken after it', async () => {
    const { messages, outboxFiles, counted } = stage()
    messages.send({ ...anna, language: 'en', kind: 'reset_code', ...code })
    await messages.stop()
    assert.equal((await outboxFiles(1)).length, 1)
    messages.send({ ...anna, language: 'en', kind: 'reset_code', ...code })
    assert.equal(await counted('dropped'), 1)
  })

  test('are tried again once the disk lets them be written', async () => {
    const { messages, outbox, advance, outcomes, outboxFiles, logged } = stage()
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

describe('a recipient', () => {
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
      const { messages, outboxFiles, logged } = stage()
      messages.send({ channel, to, language: 'en', kind: 'account_exists' })
      messages.send({ ...ben, language: 'en', kind: 'account_exists' })
      const written = await outboxFiles(1)
      assert.deepEqual(
        written.map(({ content }) => content['to']),
        [ben.to],
      )
      assert.match(logged(), /no real recipient/)
    })
  }
})
