import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Checkpoint, linesOfCheckpoint } from '#server/verify/checkpoint.ts'
import { CheckpointUnreadable, readCheckpoint, writeCheckpoint } from '#server/verify/checkpoint-file.ts'
import type { Finding } from '#server/verify/findings.ts'
import { type Report, summaryOf } from '#server/verify/report.ts'
import { fc } from '#test/fast-check.ts'
import { type History, openHistory, type Query } from '#test/verify/history.ts'
import { journalCases, type Wanted } from '#test/verify/journal-cases.ts'
import { pageCases } from '#test/verify/page-cases.ts'
import { rehash, rewriteBatch } from '#test/verify/rewrite-journal.ts'

/** Cases of tampering name later batches. */
const early = 7
const folder = mkdtempSync(join(tmpdir(), 'openlot-checkpoint-'))
const earlyFile = join(folder, 'early')
const lateFile = join(folder, 'late')
let history: History
let late: number

before(async () => {
  history = await openHistory()
  late = history.batches.length - 10
  await history.writeTo(early)
  await writeFrom(earlyFile)
  await history.writeTo(late)
  await writeFrom(lateFile)
  await history.writeTo(history.batches.length)
})

after(async () => {
  await history.drop()
  rmSync(folder, { recursive: true })
})

async function writeFrom(file: string, from?: string): Promise<Report> {
  return await verifyFrom(from, async (checkpoint) => void (await writeCheckpoint(file, checkpoint)))
}

async function verifyFrom(
  file: string | undefined,
  onClean?: (checkpoint: Checkpoint) => Promise<void>,
): Promise<Report> {
  const from = file === undefined ? undefined : (await readCheckpoint(file)).checkpoint
  return await history.verifyWith({ from, onClean })
}

async function tamperedFrom(file: string, tamper: (query: Query) => Promise<unknown>): Promise<Report> {
  return await history.whileTampered(tamper, async () => await verifyFrom(file))
}

describe('a verification from a checkpoint', () => {
  for (const name of ['early', 'late'])
    test(`replays only the later batches and finds nothing, from the ${name} one`, async () => {
      const seq = name === 'early' ? early : late
      const report = await verifyFrom(join(folder, name))
      assert.deepEqual([report.findings, report.isComplete], [[], true])
      assert.equal(report.tally.batches, history.batches.length - seq)
      assert.deepEqual(report.from, headOf(seq))
      const whole = await history.verify()
      assert.deepEqual(totalsOf(report), totalsOf(whole))
      const lines = summaryOf(report).join('\n')
      assert.match(lines, new RegExp(`^Not checked: batches up to ${seq} `, 'm'))
      assert.match(lines, new RegExp(`^Nothing was found: .* after batch ${seq}\\.$`, 'm'))
    })

  test('ends in the same checkpoint as one from the first batch', async () => {
    const [direct, continued] = [join(folder, 'direct'), join(folder, 'continued')]
    await writeFrom(direct)
    await writeFrom(continued, lateFile)
    assert.equal(readFileSync(continued, 'utf8'), readFileSync(direct, 'utf8'))
    assert.deepEqual((await verifyFrom(direct)).findings, [])
  })

  test('compares an expected head at or after the checkpoint, and says so if it is before', async () => {
    const findingsOf = async (seq: number, hash = headOf(seq).hash) => {
      const { checkpoint } = await readCheckpoint(lateFile)
      const { findings } = await history.verifyWith({ from: checkpoint, expected: { seq, hash } })
      return findings.map(({ kind, seq: at }) => [kind, at])
    }
    for (const seq of [late, late + 1, late + 10]) {
      assert.deepEqual(await findingsOf(seq), [])
      assert.deepEqual(await findingsOf(seq, '0'.repeat(64)), [['expectation', seq]])
    }
    assert.deepEqual(await findingsOf(late - 1), [['expectation', late - 1]])
  })
})

function totalsOf({ books, orders, transfers, movements, notices, last }: Report) {
  return { books, orders, transfers, movements, notices, last }
}

function headOf(seq: number) {
  return { seq, hash: history.batches[seq - 1]?.hash.toString('hex') ?? assert.fail() }
}

describe('tampering after the checkpoint is found', () => {
  for (const [name, tamper] of [...journalCases, ...pageCases])
    test(name, async () => {
      let wanted: Wanted = { alone: false }
      const { findings } = await tamperedFrom(earlyFile, async (query) => {
        wanted = await tamper(query)
      })
      const { alone: _, ...fields } = wanted
      const names = Object.keys(fields) as (keyof Finding)[]
      const isFound = findings.some((finding) =>
        names.every((field) => String(finding[field]) === String(wanted[field])),
      )
      assert.ok(isFound, JSON.stringify([fields, findings], undefined, 1))
    })

  for (const [name, sql] of [
    ['a balance', 'update trading_accounts set cash = cash + 1 where user_id = 1'],
    ['a version', 'update trading_accounts set version = version + 1 where user_id = 1'],
    [
      'a house balance',
      `update house_balances set balance = balance - 1 where book = 'real' and account = 'fees'`,
    ],
    [
      'an active order',
      `update orders set stop_loss = 7 where id = (select min(id) from orders where status = 'open')`,
    ],
    [
      'a new order',
      `insert into orders select (jsonb_populate_record(o, '{"id": 99999}')).* from orders o where status = 'closed' limit 1`,
    ],
    [
      'a new notice',
      `insert into margin_notices (user_id, risk_rate, net_value, used_margin, quote_seq, created_at)
                      select user_id, 1, 1, 1, 1, now() from trading_accounts limit 1`,
    ],
    ['the last batch of the lease', `update engine_leases set last_hash = sha256('x')`],
  ] as const)
    test(`${name} in the tables`, async () => {
      const report = await tamperedFrom(lateFile, (query) => query(sql))
      assert.equal(
        [...report.counts.values()].reduce((sum, count) => sum + count, 0),
        1,
      )
    })
})

describe('a rewritten journal is found', () => {
  test('by the head of the checkpoint, if all hashes were recomputed', async () => {
    const { findings, isComplete } = await tamperedFrom(lateFile, async (query) => {
      await rewriteBatch(query, 40, (entries) => entries.map((entry) => ({ ...entry, unknownField: 1 })))
      await rehash(query)
    })
    assert.deepEqual([findings[0]?.kind, findings[0]?.seq, isComplete], ['checkpoint', late, false])
  })

  test('if the batch of the checkpoint was changed, or is missing', async () => {
    const changed = await tamperedFrom(lateFile, (query) =>
      query('update journal set root = set_bit(root, 9, 1 - get_bit(root, 9)) where seq = $1', [late]),
    )
    assert.deepEqual([changed.findings[0]?.kind, changed.findings[0]?.seq], ['journal', late])
    const missing = await tamperedFrom(lateFile, (query) =>
      query('delete from journal where seq = $1', [late]),
    )
    assert.deepEqual([missing.findings[0]?.kind, missing.findings[0]?.seq], ['checkpoint', late])
  })

  test('if the batch before that of the checkpoint is missing', async () => {
    const { findings } = await tamperedFrom(lateFile, (query) =>
      query('delete from journal where seq = $1', [late - 1]),
    )
    assert.deepEqual(findings, [{ kind: 'journal', table: 'journal', seq: late - 1, message: 'is missing' }])
  })

  test('if the batch of the checkpoint was replaced by one too large to read', async () => {
    const { findings } = await tamperedFrom(lateFile, (query) =>
      query(`update journal set packed = packed || convert_to(repeat('x', $2), 'UTF8') where seq = $1`, [
        late,
        64 * 1024 * 1024,
      ]),
    )
    const message = 'exceeds the size limit of a batch'
    assert.deepEqual(findings, [{ kind: 'journal', table: 'journal', seq: late, column: 'packed', message }])
  })
})

describe('the file of a checkpoint', () => {
  test('is written only after a complete run without findings', async () => {
    let isWritten = false
    await history.whileTampered(
      (query) => query('update trading_accounts set cash = cash + 1 where user_id = 1'),
      async () =>
        await verifyFrom(undefined, async () => {
          isWritten = true
        }),
    )
    assert.equal(isWritten, false)
  })

  test('is refused if any byte was changed', async () => {
    const bytes = readFileSync(earlyFile)
    const file = join(folder, 'changed')
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: bytes.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, mask) => {
          const changed = Buffer.from(bytes)
          changed.writeUInt8(changed.readUInt8(at) ^ mask, at)
          writeFileSync(file, changed)
          await assert.rejects(readCheckpoint(file), CheckpointUnreadable)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('is refused if it is cut off, continued, empty or has an endless line', async () => {
    const bytes = readFileSync(earlyFile)
    const file = join(folder, 'wrong')
    for (const wrong of [
      bytes.subarray(0, -1),
      bytes.subarray(0, -66),
      Buffer.concat([bytes, bytes]),
      Buffer.alloc(0),
      Buffer.alloc(100_000, 32),
    ]) {
      writeFileSync(file, wrong)
      await assert.rejects(readCheckpoint(file), CheckpointUnreadable)
    }
  })

  test('causes findings if it was changed together with its hash', async () => {
    const file = join(folder, 'forged')
    for (const [from, to] of [
      [/"cash":(\d+)/, '"cash":1$1'],
      [/"version":(\d+)/, '"version":1$1'],
      [/"nextOrderId":(\d+)/, '"nextOrderId":1$1'],
      [/"stopLoss":(null|\d+)/, '"stopLoss":77'],
      [/"real fees","(\d+)"/, '"real fees","1$1"'],
      [/"hash":"./, '"hash":"x'],
    ] as const) {
      const lines = [...linesOfCheckpoint((await readCheckpoint(lateFile)).checkpoint)].join('\n')
      const forged = `${lines.replace(from, to)}\n`
      assert.notEqual(forged, `${lines}\n`, String(from))
      writeFileSync(file, `${forged}${createHash('sha256').update(forged).digest('hex')}\n`)
      const isFound = await verifyFrom(file).then(
        ({ counts }) => counts.size > 0,
        (fault: unknown) => fault instanceof CheckpointUnreadable,
      )
      assert.ok(isFound, String(from))
    }
  })
})
