import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { PoolClient } from 'pg'
import { rulesVersion } from '#server/engine/engine.ts'
import type { Finding } from '#server/verify/findings.ts'
import { type JournalHead, type Report, summaryOf } from '#server/verify/verify.ts'
import { batchesOfDay, type History, openHistory } from '#test/verify/history.ts'
import {
  batchOf,
  byOneOperatorTwice,
  type Case,
  journalCases,
  type Wanted,
} from '#test/verify/journal-cases.ts'
import { pageCases } from '#test/verify/page-cases.ts'
import { entriesOf, rehash, rewriteBatch } from '#test/verify/rewrite-journal.ts'
import { rowCases } from '#test/verify/row-cases.ts'

let history: History

before(async () => {
  history = await openHistory()
})

after(() => history.drop())

describe('an untampered day', () => {
  test('has no findings when cut off, unless a later head is expected', async () => {
    const half = Math.floor(history.batches.length / 2)
    await history.writeTo(half)
    assert.deepEqual((await history.verify()).findings, [])
    const { findings } = await history.verify(headOf(history.batches.length))
    assert.deepEqual(
      findings.map(({ kind, seq }) => [kind, seq]),
      [['expectation', history.batches.length]],
    )
  })

  test('has no findings as a whole, and counts every batch and row', async () => {
    await history.writeTo(history.batches.length)
    const report = await history.verify(headOf(20))
    assert.deepEqual([report.findings, report.isComplete], [[], true])
    const { tally, last, books } = report
    const written = <Row>(of: (batch: History['batches'][number]) => readonly Row[]) =>
      history.batches.flatMap(of)
    const newest = new Map(written(({ accounts }) => accounts).map((account) => [account.userId, account]))
    assert.deepEqual(
      {
        batches: tally.batches,
        last,
        orders: report.orders,
        transfers: report.transfers,
        movements: report.movements,
        notices: report.notices,
        outcomes: report.outcomes,
        accounts: books.real.accounts + books.demo.accounts,
        cash: books.real.cash + books.demo.cash,
      },
      {
        batches: history.batches.length,
        last: headOf(history.batches.length),
        orders: new Set(written(({ orders }) => orders).map(({ id }) => id)).size,
        transfers: written(({ transfers }) => transfers).length,
        movements: new Set(written(({ movements }) => movements).map(({ reference }) => reference)).size,
        notices: written(({ notices }) => notices).length,
        outcomes: new Set(written(({ outcomes }) => outcomes).map(({ key }) => key)).size,
        accounts: newest.size,
        cash: [...newest.values()].reduce((sum, { cash }) => sum + BigInt(cash), 0n),
      },
    )
    assert.equal(tally.byMode.reapplied, 0)
  })

  test('is verified with read-only statements in read-only sessions', async () => {
    const { statements, report } = await history.recordStatements()
    assert.deepEqual(report.findings, [])
    const allowed =
      /^\s*(\(?select|with recursive page as \(\s*select|set enable_sort = off|begin isolation level repeatable read read only|commit)\b/
    const firsts = statements.map(([first]) => first)
    assert.deepEqual([...new Set(firsts)], ['set default_transaction_read_only = on'])
    assert.deepEqual(
      statements.flatMap(([, ...others]) => others).filter((statement) => !allowed.test(statement)),
      [],
    )
  })
})

describe('verification while connections are lost', () => {
  /** From 100 batches on, most are replayed before the snapshot, with the journal read on a session of its own. */
  let long: History
  before(async () => {
    long = await openHistory(await batchesOfDay(longSeed))
    assert.ok(long.batches.length >= 100, 'this day is too short')
    await long.writeTo(long.batches.length)
  })
  after(() => long.drop())

  /** Ends a connection at the first statement that matches, before it is sent. */
  async function verifyWithout(of: History, session: number, statement: RegExp): Promise<Report> {
    let isEnded = false
    const { report } = await of.recordStatements(async (next, sessions) => {
      if (isEnded || !statement.test(next)) return
      isEnded = true
      await end(of, sessions[session] ?? assert.fail())
    })
    assert.ok(isEnded)
    return report
  }
  const [tablesSession, journalSession] = [0, 1]

  for (const [name, of] of [
    ['short', () => history],
    ['long', () => long],
  ] as const) {
    // After `begin`, verification reads on the session of the tables only.
    test(`survives the loss of an idle connection, on a ${name} day`, async () => {
      assert.deepEqual((await verifyWithout(of(), journalSession, /^begin/)).findings, [])
    })
    test(`fails if the connection that it reads on is lost, on a ${name} day`, async () => {
      await assert.rejects(verifyWithout(of(), tablesSession, /^begin/), lost)
    })
  }
  test('fails if the connection is lost that reads the journal ahead', async () => {
    await assert.rejects(verifyWithout(long, journalSession, /from journal/), lost)
  })
})

/** A day of more than 100 batches. */
const longSeed = 28
const lost = /terminat|not queryable|closed/i

/** Returns when the client has noticed it. The session must be idle. */
async function end({ database }: History, session: PoolClient): Promise<void> {
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
  const ended = new Promise((resolve) => session.once('end', resolve))
  await database.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await ended
}

describe('tampering is found in the right place', () => {
  before(() => history.writeTo(history.batches.length))
  for (const [name, tamper] of [...journalCases, ...pageCases, ...rowCases])
    test(name, () => assertFound(tamper))

  test('leaves the restored history without findings', async () => {
    assert.deepEqual((await history.verify()).findings, [])
  })
})

describe('outcomes that a clock ahead of time deleted early', () => {
  const lastMs = () => Math.max(...history.batches.map(({ atMs }) => atMs))
  const lastSeq = () => history.batches.at(-1)?.seq ?? 0
  const middleSeq = () => {
    const refusedIn = history.batches.flatMap(({ outcomes, seq }) =>
      outcomes.some(({ outcome }) => outcome.kind === 'refused') ? [seq] : [],
    )
    return refusedIn[Math.floor(refusedIn.length / 2)] ?? 0
  }
  const far = 3 * 24 * 3_600_000
  type Correction = readonly [batchSeq: number, aheadMs: number]

  /** Deletes every refusal. Returns the batches that miss one, and the findings about corrections. */
  async function missingAfter(corrections: readonly Correction[]) {
    return await history.whileTampered(
      async (query) => {
        await query(`delete from command_outcomes where outcome ->> 'kind' = 'refused'`)
        for (const [batchSeq, aheadMs] of corrections)
          await query(
            `insert into clock_corrections (taken_at, recorded_at, batch_seq, quote_seq) values ($1, $2, $3, 0)`,
            [new Date(lastMs()), new Date(lastMs() + aheadMs), batchSeq],
          )
      },
      async () => {
        const report = await history.verifyWith({})
        const ofCorrections = report.findings.filter(({ table }) => table === 'clock_corrections')
        const missing = report.findings.filter(({ kind }) => kind === 'missing_row')
        assert.equal(ofCorrections.length + missing.length, report.findings.length)
        assert.equal(report.clock.corrections, corrections.length)
        return {
          seqs: missing.map(({ seq = 0 }) => seq),
          total: report.counts.get('missing_row') ?? 0,
          messages: ofCorrections.map(({ message }) => message),
        }
      },
    )
  }

  test('are required only after its correction', async () => {
    const { seqs, messages } = await missingAfter([[middleSeq(), far]])
    assert.ok(seqs.length > 0)
    assert.ok(seqs.every((seq) => seq > middleSeq()))
    assert.deepEqual(messages, [])
    assert.ok((await missingAfter([[middleSeq(), 1]])).seqs.some((seq) => seq <= middleSeq()))
    assert.equal((await missingAfter([[lastSeq(), far]])).total, 0)
  })

  test('a later correction by a little excuses nothing of an earlier one by a lot', async () => {
    const none = await missingAfter([])
    assert.ok(none.total > 0)
    const before: Correction = [0, 3650 * far]
    assert.deepEqual(await missingAfter([before]), none)
    assert.deepEqual(await missingAfter([before, [lastSeq(), 1500]]), none)
  })

  test('a correction that no start has made is reported and excuses nothing', async () => {
    const { total } = await missingAfter([])
    const beyond = await missingAfter([[lastSeq() + 1, far]])
    assert.deepEqual(
      [beyond.total, beyond.messages],
      [total, ['names a batch after the last one of the journal']],
    )
    const reversed = await history.whileTampered(
      async (query) => {
        await query('alter table clock_corrections drop constraint clock_corrections_check')
        await query(
          `insert into clock_corrections (taken_at, recorded_at, batch_seq, quote_seq) values ($2, $1, 0, 0)`,
          [new Date(lastMs()), new Date(lastMs() + 1)],
        )
      },
      async () => (await history.verifyWith({})).findings.map(({ message }) => message),
    )
    assert.deepEqual(reversed, ['takes a later time than was recorded'])
  })

  test('are not required while recorded times are too far ahead, and the summary says so', async () => {
    const report = await history.whileTampered(
      async (query) => await query(`delete from command_outcomes where outcome ->> 'kind' = 'refused'`),
      async () => await history.verifyWith({ recordedMs: lastMs() + far }),
    )
    assert.deepEqual(report.findings, [])
    const text = summaryOf(report).join('\n')
    assert.match(text, /clock +0 corrections, 0 seeds of the simulation/)
    assert.match(text, /Times are recorded until .* too far ahead of the system clock/)
    assert.doesNotMatch(summaryOf(await history.verify()).join('\n'), /too far ahead/)
  })
})

test('decisions of older rules are re-applied, and the invariants are still checked', async () => {
  const report = await history.verify(undefined, rulesVersion + 1)
  const { decided, reapplied } = report.tally.byMode
  assert.deepEqual([report.findings, report.isComplete, decided, reapplied > 0], [[], true, 0, true])
})

test('a deposit by one operator twice is re-applied if rules 2 decided it, everything else is decided again', async () => {
  const report = await history.tampered(async (query) => {
    const seq = await batchOf(query, 'deposit')
    for (const { seq: at } of history.batches)
      await rewriteBatch(query, at, (entries) =>
        entries.map((entry) => ({ ...(at === seq ? byOneOperatorTwice(entry) : entry), rules: 2 })),
      )
    await rehash(query)
    const [{ packed } = assert.fail()] = await query('select packed from journal where seq = $1', [seq])
    const [entry] = entriesOf(packed)
    const reference = entry?.command.kind === 'deposit' ? entry.command.reference : assert.fail()
    await query('update movements set reviewer_id = 1, approver_id = 1 where reference = $1', [reference])
    await query('update transfers set operator_id = 1, second_operator_id = 1 where reference = $1', [
      reference,
    ])
  })
  const { decided, reapplied } = report.tally.byMode
  assert.deepEqual([report.findings, reapplied, decided > 50], [[], 1, true])
})

test('a consistently rewritten history is found only with an expected head', async () => {
  const renamed = async (expected?: JournalHead) =>
    await history.tampered(async (query) => {
      await rewriteBatch(query, 40, (entries) => entries.map((entry) => ({ ...entry, unknownField: 1 })))
      await rehash(query)
    }, expected)
  assert.deepEqual((await renamed()).findings, [])
  assert.deepEqual((await renamed(headOf(39))).findings, [])
  const { findings } = await renamed(headOf(40))
  assert.deepEqual(
    findings.map(({ kind, seq }) => [kind, seq]),
    [['expectation', 40]],
  )
})

function headOf(seq: number): JournalHead {
  const hash = history.batches[seq - 1]?.hash.toString('hex')
  assert.ok(hash)
  return { seq, hash }
}

async function assertFound(tamper: Case[1]): Promise<void> {
  let wanted: Wanted = { alone: true }
  const report = await history.tampered(async (query) => {
    wanted = await tamper(query)
  })
  const { alone, ...fields } = wanted
  const details = () => JSON.stringify([fields, report.findings], null, 1)
  assert.ok(
    report.findings.some((finding) => matches(finding, fields)),
    details(),
  )
  if (alone) assert.equal(totalOf(report), 1, details())
}

function matches(finding: Finding, fields: Partial<Finding>): boolean {
  const names = Object.keys(fields) as (keyof Finding)[]
  return names.every((name) => String(finding[name]) === String(fields[name]))
}

function totalOf({ counts }: Report): number {
  return [...counts.values()].reduce((sum, times) => sum + times, 0)
}
