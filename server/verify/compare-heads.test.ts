import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { recordAudit } from '#server/audit/audit.ts'
import { createHeadSigner, headsPath, parsePublicKey, startHeads } from '#server/heads/heads.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { type Report, summaryOf } from '#server/verify/verify.ts'
import { headSigner, headsKey } from '#test/heads/recorded-heads.ts'
import { type History, openHistory, type Query } from '#test/verify/history.ts'
import { rehashAudit, whileAuditRewritten } from '#test/verify/rewrite-audit.ts'
import { rehash, rewriteBatch } from '#test/verify/rewrite-journal.ts'

/** Each head is recorded after this many batches and one more entry of the audit log. */
const batchesPerHead = 10

let history: History
let dataDir: string
let file: string

/** A day with heads recorded by a server. */
before(async () => {
  history = await openHistory()
  dataDir = mkdtempSync(join(tmpdir(), 'openlot-heads-'))
  file = headsPath(dataDir)
  const { pool } = history.database
  const timers = createFakeTimers(Date.UTC(2026, 10, 5, 14, 30))
  const log = createLog('silent')
  const heads = await startHeads({
    ...{ pool, dataDir, headsUrl: undefined, secretKey: headsKey },
    ...{ clock: timers.clock, timers, log, metrics: createMetrics() },
  })
  for (let seq = batchesPerHead; seq <= history.batches.length; seq += batchesPerHead) {
    await history.writeTo(seq)
    const entry = { who: 'eve@example.com', action: 'signed_in', subject: `operator:${seq}`, address: '' }
    await recordAudit(pool, { ...entry, operatorId: undefined })
    timers.advance(60_000)
    await heads.record()
  }
  await heads.stop()
})
after(async () => {
  rmSync(dataDir, { recursive: true })
  await history.drop()
})

const ownKey = () => parsePublicKey(headSigner.publicKey)
const verifyWith = async (path = file, publicKey = ownKey()): Promise<Report> =>
  await history.verifyWith({ heads: { files: [path], publicKey } })
const found = ({ findings }: Report) => findings.map(({ kind, seq, table, row }) => [kind, seq, table, row])
const recordedLines = () => readFileSync(file, 'utf8').trimEnd().split('\n')

test('recorded heads of an unchanged history match, and the summary counts them', async () => {
  const report = await verifyWith()
  assert.deepEqual(report.findings, [])
  const heads = 1 + Math.floor(history.batches.length / batchesPerHead)
  assert.equal(report.heads.heads, heads)
  assert.match(
    summaryOf(report).join('\n'),
    new RegExp(
      `^heads {8}${heads} recorded, compared \\(with their signatures\\), last of 2026-11-05T14:`,
      'm',
    ),
  )
})

test('the summary says if there are no recorded heads', async () => {
  const summary = summaryOf(await history.verify()).join('\n')
  assert.match(summary, /^heads {8}none: no file of recorded heads to compare with$/m)
})

describe('a history rewritten with all its hashes', () => {
  const rewriteJournal = async (query: Query) => {
    await rewriteBatch(query, 34, (entries) => entries.map((one) => ({ ...one, unknownField: 1 })))
    await rehash(query)
  }
  const rewriteAudit = async (query: Query) => {
    await query(`update audit_entries set who = 'ann@example.com' where subject = 'operator:30'`)
    await rehashAudit(query, history.database)
  }

  test('of the journal is found by its recorded heads only', async () => {
    await history.whileTampered(rewriteJournal, async () => {
      assert.deepEqual((await history.verify()).findings, [])
      const report = await verifyWith()
      assert.deepEqual(found(report), [['recorded_head', 40, 'journal', undefined]])
      const later = Math.floor(history.batches.length / batchesPerHead) - 4
      const message = `was another one at 2026-11-05T14:34:00.000Z: the history was rewritten, or a backup was restored (and ${later} more in heads.jsonl)`
      assert.equal(report.findings[0]?.message, message)
    })
    assert.deepEqual((await verifyWith()).findings, [])
  })

  test('of the audit log is found by its recorded heads only', async () => {
    await whileAuditRewritten(history.database, rewriteAudit, async () => {
      assert.deepEqual((await history.verify()).findings, [])
      assert.deepEqual(found(await verifyWith()), [['recorded_head', undefined, 'audit_chain', 3]])
    })
    assert.deepEqual((await verifyWith()).findings, [])
  })

  test('is found by a copy elsewhere, if the file under DATA_DIR was rewritten, too', async () => {
    const copy = join(dataDir, 'received.jsonl')
    copyFileSync(file, copy)
    const lines = recordedLines()
    writeFileSync(file, '')
    try {
      await history.whileTampered(rewriteJournal, async () => {
        assert.deepEqual((await verifyWith()).findings, [])
        const both = await history.verifyWith({ heads: { files: [file, copy], publicKey: undefined } })
        assert.deepEqual(found(both), [['recorded_head', 40, 'journal', undefined]])
        assert.match(both.findings[0]?.message ?? '', /more in received\.jsonl/)
      })
    } finally {
      writeFileSync(file, `${lines.join('\n')}\n`)
    }
  })
})

test('a history that was cut off is found, with the first recorded batch that is missing', async () => {
  const cut = async (query: Query) => {
    await query('delete from audit_entries where subject > $1', ['operator:60'])
    await query('delete from audit_chain where entry_id not in (select id from audit_entries)')
    await rehashAudit(query, history.database)
  }
  await whileAuditRewritten(history.database, cut, async () => {
    assert.deepEqual((await history.verify()).findings, [])
    const { findings } = await verifyWith()
    assert.deepEqual(
      findings.map(({ kind, table, row }) => [kind, table, row]),
      [['recorded_head', 'audit_chain', 7]],
    )
    assert.match(findings[0]?.message ?? '', /^is missing, but was recorded at 2026-11-05T14:37/)
  })
})

describe('a file of heads', () => {
  const written = async (lines: readonly string[], publicKey = ownKey()) => {
    const path = join(dataDir, 'changed.jsonl')
    writeFileSync(path, lines.join('\n'))
    return await verifyWith(path, publicKey)
  }

  test('with a torn last line has no findings', async () => {
    const lines = recordedLines()
    const { findings, heads } = await written([...lines.slice(0, 3), String(lines[3]).slice(0, -5)])
    assert.deepEqual([findings, heads.heads], [[], 3])
  })

  test('with a line that is not a head is found', async () => {
    const lines = recordedLines()
    assert.deepEqual(
      found(await written([...lines.slice(0, 2), 'x'.repeat(9000), '', ...lines.slice(2), ''])),
      [['recorded_head', undefined, 'changed.jsonl', 3]],
    )
  })

  test('with a changed line is found by its signature', async () => {
    const lines = recordedLines()
    const changed = lines.with(2, String(lines[2]).replace('"differs":false', '"differs":true'))
    const report = await written([...changed, ''])
    assert.deepEqual(found(report), [['recorded_head', undefined, 'changed.jsonl', 3]])
    assert.equal(report.findings[0]?.message, 'is not signed with the key of this installation')
  })

  test('signed with another key is found once, with the number of lines', async () => {
    const other = parsePublicKey(createHeadSigner(new Uint8Array(32)).publicKey)
    const report = await verifyWith(file, other)
    assert.deepEqual(found(report), [['recorded_head', undefined, 'heads.jsonl', 1]])
    assert.match(report.findings[0]?.message ?? '', new RegExp(`and ${recordedLines().length - 1} more`))
  })

  test('is compared without signatures if the key is unknown, and the summary says so', async () => {
    const report = await history.verifyWith({ heads: { files: [file], publicKey: undefined } })
    assert.deepEqual(report.findings, [])
    assert.match(summaryOf(report).join('\n'), /\(signatures not checked: the key is unknown\)/)
  })
})
