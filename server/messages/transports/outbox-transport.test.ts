import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createOutboxTransport } from '#server/messages/transports/outbox-transport.ts'
import type { RenderedMessage } from '#server/messages/transports/transport.ts'

const startMs = Date.UTC(2026, 10, 5, 14, 30)

function rendered(number: number, atMs = startMs): RenderedMessage {
  return {
    id: `abc${number}`,
    message: { channel: 'mobile', to: '85291234567', language: 'hk', kind: 'account_exists' },
    createdAtMs: atMs,
    subject: '',
    text: `rendered ${number}`,
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
  test('is readable by its owner only, even if the directory was open before', async () => {
    await using dataDir = await directory()
    const outbox = join(dataDir.path, 'outbox')
    mkdirSync(outbox)
    chmodSync(outbox, 0o755)
    await createOutboxTransport({ dataDir: dataDir.path }).deliver(rendered(1))
    const [name = ''] = readdirSync(outbox)
    assert.deepEqual([modeOf(outbox), modeOf(join(outbox, name))], [0o700, 0o600])
  })

  test('has file names that sort by time, even within a millisecond', async () => {
    await using dataDir = await directory()
    const transport = createOutboxTransport({ dataDir: dataDir.path })
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) await transport.deliver(rendered(number))
    await transport.deliver(rendered(12, startMs + 1))
    const expected = Array.from({ length: 12 }, (_, index) => `rendered ${index + 1}`)
    assert.deepEqual(texts(join(dataDir.path, 'outbox')), expected)
  })

  test('keeps the newest files across runs and never deletes foreign files', async () => {
    await using dataDir = await directory()
    const outbox = join(dataDir.path, 'outbox')
    const earlier = createOutboxTransport({ dataDir: dataDir.path, maxFiles: 3 })
    for (const number of [1, 2, 3]) await earlier.deliver(rendered(number, startMs + number))
    writeFileSync(join(outbox, 'notes.json'), '{"text":"mine"}')
    const later = createOutboxTransport({ dataDir: dataDir.path, maxFiles: 3 })
    for (const number of [4, 5]) await later.deliver(rendered(number, startMs + number))
    assert.deepEqual(texts(outbox), ['rendered 3', 'rendered 4', 'rendered 5', 'mine'])
  })

  test('removes temporary files of an interrupted run', async () => {
    await using dataDir = await directory()
    const outbox = join(dataDir.path, 'outbox')
    mkdirSync(outbox)
    writeFileSync(join(outbox, '20261105T143000000Z-000001-abc1.new'), '{"channel":"em')
    await createOutboxTransport({ dataDir: dataDir.path }).deliver(rendered(1))
    assert.deepEqual(texts(outbox), ['rendered 1'])
  })

  test('rejects while its directory cannot be created, then recovers', async () => {
    await using dataDir = await directory()
    const place = join(dataDir.path, 'place')
    writeFileSync(place, '')
    const transport = createOutboxTransport({ dataDir: place })
    await assert.rejects(transport.deliver(rendered(1)), { code: 'ENOTDIR' })
    rmSync(place)
    assert.deepEqual(await transport.deliver(rendered(1)), { ok: true })
    assert.deepEqual(texts(join(place, 'outbox')), ['rendered 1'])
  })
})
