import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createOutboxCarrier } from '#server/messages/transports/outbox-transport.ts'
import type { Letter } from '#server/messages/transports/transport.ts'

const startMs = Date.UTC(2026, 10, 5, 14, 30)

function letter(number: number, atMs = startMs): Letter {
  return {
    id: `abc${number}`,
    message: { channel: 'mobile', to: '85291234567', language: 'hk', kind: 'account_exists' },
    createdAtMs: atMs,
    subject: '',
    text: `letter ${number}`,
    html: '',
  }
}

const directory = () => mkdtempDisposable(join(tmpdir(), 'openlot-outbox-'))
const modeOf = (path: string) => statSync(path).mode & 0o777

function texts(outbox: string): readonly string[] {
  return readdirSync(outbox)
    .sort()
    .map((name) => JSON.parse(readFileSync(join(outbox, name), 'utf8')).text)
}

describe('the outbox', () => {
  test('is for its owner only, also when it was open before', async () => {
    await using dataDir = await directory()
    const outbox = join(dataDir.path, 'outbox')
    mkdirSync(outbox)
    chmodSync(outbox, 0o755)
    await createOutboxCarrier({ dataDir: dataDir.path }).deliver(letter(1))
    const [name = ''] = readdirSync(outbox)
    assert.deepEqual([modeOf(outbox), modeOf(join(outbox, name))], [0o700, 0o600])
  })

  test('names sort by time, within a millisecond too', async () => {
    await using dataDir = await directory()
    const carrier = createOutboxCarrier({ dataDir: dataDir.path })
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) await carrier.deliver(letter(number))
    await carrier.deliver(letter(12, startMs + 1))
    const expected = Array.from({ length: 12 }, (_, index) => `letter ${index + 1}`)
    assert.deepEqual(texts(join(dataDir.path, 'outbox')), expected)
  })

  test('keeps the newest, those of an earlier run counted, and no stranger’s files', async () => {
    await using dataDir = await directory()
    const outbox = join(dataDir.path, 'outbox')
    const earlier = createOutboxCarrier({ dataDir: dataDir.path, mostFiles: 3 })
    for (const number of [1, 2, 3]) await earlier.deliver(letter(number, startMs + number))
    writeFileSync(join(outbox, 'notes.json'), '{"text":"mine"}')
    const later = createOutboxCarrier({ dataDir: dataDir.path, mostFiles: 3 })
    for (const number of [4, 5]) await later.deliver(letter(number, startMs + number))
    assert.deepEqual(texts(outbox), ['letter 3', 'letter 4', 'letter 5', 'mine'])
  })

  test('clears away what was left half written', async () => {
    await using dataDir = await directory()
    const outbox = join(dataDir.path, 'outbox')
    mkdirSync(outbox)
    writeFileSync(join(outbox, '20261105T143000000Z-000001-abc1.new'), '{"channel":"em')
    await createOutboxCarrier({ dataDir: dataDir.path }).deliver(letter(1))
    assert.deepEqual(texts(outbox), ['letter 1'])
  })

  test('that cannot be made rejects, and is made once it can be', async () => {
    await using dataDir = await directory()
    const place = join(dataDir.path, 'place')
    writeFileSync(place, '')
    const carrier = createOutboxCarrier({ dataDir: place })
    await assert.rejects(carrier.deliver(letter(1)), { code: 'ENOTDIR' })
    rmSync(place)
    assert.deepEqual(await carrier.deliver(letter(1)), { ok: true })
    assert.deepEqual(texts(join(place, 'outbox')), ['letter 1'])
  })
})
