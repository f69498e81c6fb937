import assert from 'node:assert/strict'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { type AuditEntry, readAuditHead, recordAudit } from '#server/audit/audit.ts'
import {
  headsPath,
  isSignedBy,
  parseHeadLine,
  parsePublicKey,
  type SignedHead,
  startHeads,
} from '#server/heads/heads.ts'
import { createFakeTimers, type FakeTimers } from '#server/platform/fake-timers.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { eventually } from '#test/eventually.ts'
import { startHeadsReceiver } from '#test/heads/heads-receiver.ts'
import { headLine, headSigner, headsKey } from '#test/heads/recorded-heads.ts'
import { type History, openHistory } from '#test/verify/history.ts'
import { rehashAudit, whileAuditRewritten } from '#test/verify/rewrite-audit.ts'
import { rehash, rewriteBatch } from '#test/verify/rewrite-journal.ts'

const startMs = Date.UTC(2026, 10, 5, 14, 30)
const minuteMs = 60_000
const entry: AuditEntry = {
  operatorId: undefined,
  who: 'eve@example.com',
  action: 'signed_in',
  subject: 'operator:1',
  address: '',
}

let history: History
let written = 0

before(async () => {
  history = await openHistory()
})
after(() => history.drop())

/** Writes the next batch of the day. */
async function writeBatch(): Promise<void> {
  written += 1
  await history.writeTo(written)
}

let dataDir: string
let timers: FakeTimers
let metrics: ReturnType<typeof createMetrics>
let logged: readonly Readonly<Record<string, unknown>>[]

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'openlot-heads-'))
  timers = createFakeTimers(startMs)
  metrics = createMetrics()
  await writeBatch()
})
afterEach(() => rmSync(dataDir, { recursive: true }))

async function start(headsUrl?: string) {
  const lines: Readonly<Record<string, unknown>>[] = []
  logged = lines
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const { clock } = timers
  const { pool } = history.database
  return await startHeads({ pool, dataDir, headsUrl, secretKey: headsKey, clock, timers, log, metrics })
}

const recorded = (): readonly SignedHead[] =>
  readFileSync(headsPath(dataDir), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => parseHeadLine(line) ?? assert.fail(line))

const alarms = () => logged.filter(({ msg }) => String(msg).startsWith('ALARM'))

async function gauge(name: 'headsDiffer' | 'headsFailures', target?: string): Promise<number | undefined> {
  const { values } = await metrics[name].get()
  return values.find(({ labels }) => labels['target' as never] === target)?.value
}

async function currentHeads() {
  const batch = history.batches[written - 1]
  return {
    journal: { seq: written, hash: batch?.hash.toString('hex') },
    audit: await readAuditHead(history.database.pool),
  }
}

describe('heads', () => {
  test('are recorded at the start, every minute if they changed, and at the stop, all signed', async () => {
    const heads = await start()
    const [first] = recorded()
    assert.deepEqual(first && { journal: first.journal, audit: first.audit }, await currentHeads())
    assert.deepEqual([first?.at, first?.differs], ['2026-11-05T14:30:00.000Z', false])
    timers.advance(minuteMs)
    await heads.record()
    assert.equal(recorded().length, 1)
    await writeBatch()
    timers.advance(minuteMs)
    await eventually(() => recorded().length === 2)
    // Ends the recording that has written the line.
    await heads.record()
    await recordAudit(history.database.pool, entry)
    timers.advance(minuteMs)
    await eventually(() => recorded().length === 3)
    await heads.record()
    await recordAudit(history.database.pool, entry)
    await heads.stop()
    assert.deepEqual(
      recorded().map(({ at, journal, audit }) => [at.slice(14, 16), journal.seq - written, audit.position]),
      [
        ['30', -1, 0],
        ['32', 0, 0],
        ['33', 0, 1],
        ['33', 0, 2],
      ],
    )
    const key = parsePublicKey(headSigner.publicKey)
    assert.ok(key && recorded().every((head) => isSignedBy(key, head)))
    assert.deepEqual([alarms(), await gauge('headsDiffer'), timers.pending()], [[], 0, []])
    assert.equal(logged[0]?.['publicKey'], headSigner.publicKey)
  })

  test('continue in the file of an earlier run, whose torn line is removed', async () => {
    await (await start()).stop()
    const before = readFileSync(headsPath(dataDir), 'utf8')
    writeFileSync(headsPath(dataDir), `${before}{"at":"2026-11-0`)
    await writeBatch()
    await (await start()).stop()
    assert.deepEqual([recorded().length, alarms()], [2, []])
    assert.ok(readFileSync(headsPath(dataDir), 'utf8').startsWith(before))
  })

  test('that cannot be recorded stop nothing, and are recorded later', async () => {
    mkdirSync(`${headsPath(dataDir)}`)
    const heads = await start()
    assert.equal(await gauge('headsFailures', 'file'), 1)
    rmSync(headsPath(dataDir), { recursive: true })
    timers.advance(minuteMs)
    await heads.record()
    assert.deepEqual([recorded().length, await gauge('headsFailures', 'file')], [1, 0])
    await heads.stop()
  })

  const unreadable = () => logged.filter(({ msg }) => String(msg).startsWith('no recorded head'))

  for (const [name, damage] of [
    ['vanishes', () => rmSync(headsPath(dataDir))],
    ['has an unreadable end', () => appendFileSync(headsPath(dataDir), `${'x'.repeat(20_000)}\n`)],
  ] as const)
    test(`are warned about once if the file ${name} while the server runs`, async () => {
      writeFileSync(headsPath(dataDir), `${headLine(startMs - minuteMs, { differs: true })}\n`)
      const heads = await start()
      assert.deepEqual(unreadable(), [])
      damage()
      for (let minute = 0; minute < 3; minute += 1) {
        await writeBatch()
        await heads.record()
      }
      assert.equal(unreadable().length, 1)
      // A file that is still there still shows the difference.
      assert.equal(await gauge('headsDiffer'), name === 'vanishes' ? 0 : 1)
      await heads.stop()
    })

  test('are thinned out at the start', async () => {
    const lines = Array.from({ length: 120 }, (_, minute) =>
      headLine(startMs - 70 * 24 * 60 * minuteMs + minute * 1000),
    )
    writeFileSync(headsPath(dataDir), lines.map((line) => `${line}\n`).join(''))
    chmodSync(headsPath(dataDir), 0o600)
    await (await start()).stop()
    assert.equal(recorded().length, 2)
  })
})

describe('a history that differs from the recorded head', () => {
  const rewriteJournal = async <Result>(work: () => Promise<Result>) =>
    await history.whileTampered(async (query) => {
      await rewriteBatch(query, written - 1, (entries) => entries.map((one) => ({ ...one, unknownField: 1 })))
      await rehash(query)
    }, work)
  const rewriteAudit = async <Result>(work: () => Promise<Result>) =>
    await whileAuditRewritten(
      history.database,
      async (query) => {
        await query(`update audit_entries set who = 'ann@example.com'`)
        await rehashAudit(query, history.database)
      },
      work,
    )
  const cutJournal = async <Result>(work: () => Promise<Result>) =>
    await history.whileTampered(async (query) => {
      await query('delete from journal where seq = $1', [written])
      await query(
        'update engine_leases set (last_seq, last_hash) = (select seq, hash from journal where seq = $1 - 1)',
        [written],
      )
    }, work)
  const cases = [
    ['with a rewritten batch', rewriteJournal],
    ['with a rewritten audit entry', rewriteAudit],
    ['that is shorter, as after a restored backup', cutJournal],
  ] as const

  for (const [name, rewrite] of cases) {
    test(`${name} raises an alarm at the start, once, and keeps the recorded lines`, async () => {
      await recordAudit(history.database.pool, entry)
      await (await start()).stop()
      const before = recorded()
      await rewrite(async () => {
        await (await start()).stop()
        assert.equal(alarms().length, 1)
        assert.deepEqual(recorded().slice(0, -1), before)
        assert.equal(recorded().at(-1)?.differs, true)
        assert.equal(await gauge('headsDiffer'), 1)
        // The next start continues from here, but the file still says that there was a difference.
        metrics = createMetrics()
        await (await start()).stop()
        assert.deepEqual(
          [alarms(), recorded().length, await gauge('headsDiffer')],
          [[], before.length + 1, 1],
        )
        renameSync(headsPath(dataDir), join(dataDir, 'heads.kept'))
        metrics = createMetrics()
        await (await start()).stop()
        assert.deepEqual([alarms(), recorded().length, await gauge('headsDiffer')], [[], 1, 0])
      })
    })

    test(`${name} raises an alarm within a minute while the server runs`, async () => {
      await recordAudit(history.database.pool, entry)
      const heads = await start()
      await rewrite(async () => {
        timers.advance(minuteMs)
        await eventually(() => alarms().length === 1)
        await heads.record()
        assert.equal(recorded().at(-1)?.differs, true)
      })
      await heads.stop()
    })
  }
})

describe('the heads of evidence packs', () => {
  test('stay in the file and are posted, whenever the receiver is back', async (t) => {
    const down = await startHeadsReceiver()
    await down.close()
    const heads = await start(down.url)
    const [first] = recorded()
    for (let minute = 0; minute < 3; minute += 1) {
      await writeBatch()
      timers.advance(1000)
      await heads.record()
    }
    // While another recording is under way, too.
    await Promise.all([heads.record(), heads.record(first && [first.journal]), heads.record()])
    assert.deepEqual(
      recorded().map(({ isKept }) => isKept),
      [true, undefined, undefined, undefined],
    )
    await heads.stop()
    timers.advance(70 * 24 * 60 * minuteMs)
    const back = await startHeadsReceiver(down.port)
    t.after(back.close)
    const again = await start(back.url)
    assert.deepEqual(recorded(), [{ ...first, isKept: true }, recorded().at(-1)])
    const { body, answer } = await back.requests.next()
    answer(200)
    assert.deepEqual(parseHeadLine(body), { ...first, isKept: true })
    const newest = await back.requests.next()
    newest.answer(200)
    await again.stop()
    assert.deepEqual(alarms(), [])
  })
})

describe('posted heads', () => {
  /** Rewrites the last batch of the recorded history. */
  const whileDiffering = async (work: () => Promise<void>) =>
    await history.whileTampered(async (query) => {
      await rewriteBatch(query, written - 1, (entries) => entries.map((one) => ({ ...one, unknownField: 1 })))
      await rehash(query)
    }, work)
  const nextPosted = async ({ requests }: Awaited<ReturnType<typeof startHeadsReceiver>>) => {
    const { body, answer } = await requests.next()
    answer(200)
    return body
  }

  test('include one that differs although the receiver was down until the server had stopped', async (t) => {
    const down = await startHeadsReceiver()
    await down.close()
    await (await start(down.url)).stop()
    await whileDiffering(async () => {
      const heads = await start(down.url)
      await recordAudit(history.database.pool, entry)
      timers.advance(minuteMs)
      await heads.record()
      await heads.stop()
    })
    const lines = readFileSync(headsPath(dataDir), 'utf8').trimEnd().split('\n')
    assert.deepEqual(
      lines.map((line) => parseHeadLine(line)?.differs),
      [false, true, false],
    )
    const back = await startHeadsReceiver(down.port)
    t.after(back.close)
    // The restored history differs, too.
    const heads = await start(back.url)
    const posted = [
      await nextPosted(back),
      await nextPosted(back),
      await nextPosted(back),
      await nextPosted(back),
    ]
    const [last = ''] = readFileSync(headsPath(dataDir), 'utf8').trimEnd().split('\n').slice(-1)
    assert.deepEqual(posted, [...lines, last])
    await heads.stop()
    assert.equal(readFileSync(`${headsPath(dataDir)}.posted`, 'utf8'), `${last}\n`)
    // Accepted lines are not sent again, except the last.
    const again = await start(back.url)
    assert.equal(await nextPosted(back), last)
    await again.stop()
    assert.equal(back.requests.all.length, 5)
  })

  test('are the recorded lines, again after a start, and verify with the public key unless they are changed', async () => {
    const receiver = await startHeadsReceiver()
    const heads = await start(receiver.url)
    const first = await receiver.requests.next()
    first.answer(200)
    await writeBatch()
    timers.advance(minuteMs)
    const second = await receiver.requests.next()
    second.answer(200)
    await heads.stop()
    const again = await start(receiver.url)
    const third = await receiver.requests.next()
    third.answer(200)
    await again.stop()
    const bodies = [first, second].map(({ body }) => `${body}\n`).join('')
    assert.equal(bodies, readFileSync(headsPath(dataDir), 'utf8'))
    assert.equal(third.body, second.body)
    const key = parsePublicKey(headSigner.publicKey)
    const isGenuine = (body: string) => {
      const head = parseHeadLine(body)
      return key !== undefined && head !== undefined && isSignedBy(key, head)
    }
    const changed = second.body.replace(`"seq":${written}`, `"seq":${written + 1}`)
    assert.deepEqual(
      [isGenuine(second.body), changed === second.body, isGenuine(changed)],
      [true, false, false],
    )
    await receiver.close()
  })
})
