import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { rulesVersion } from '#server/engine/engine.ts'
import type { Finding } from '#server/verify/findings.ts'
import type { Mark, Report } from '#server/verify/verify.ts'
import { type History, openHistory } from '#test/verify/history.ts'
import { type Case, journalCases, type Wanted } from '#test/verify/journal-cases.ts'
import { rehash, rewriteBatch } from '#test/verify/rewrite-journal.ts'
import { rowCases } from '#test/verify/row-cases.ts'

let history: History

before(async () => {
  history = await openHistory()
})

after(() => history.drop())

describe('a day as it was written', () => {
  test('is clean up to any batch, and known to be cut off only by who noted a later one', async () => {
    const half = Math.floor(history.batches.length / 2)
    await history.writeTo(half)
    assert.deepEqual((await history.verify()).findings, [])
    const { findings } = await history.verify(markOf(history.batches.length))
    assert.deepEqual(
      findings.map(({ kind, seq }) => [kind, seq]),
      [['expectation', history.batches.length]],
    )
  })

  test('is clean as a whole, and every batch and row of it was looked at', async () => {
    await history.writeTo(history.batches.length)
    const report = await history.verify(markOf(20))
    assert.deepEqual([report.findings, report.isWhole], [[], true])
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
        last: markOf(history.batches.length),
        orders: new Set(written(({ orders }) => orders).map(({ id }) => id)).size,
        transfers: written(({ transfers }) => transfers).length,
        movements: new Set(written(({ movements }) => movements).map(({ reference }) => reference)).size,
        notices: written(({ notices }) => notices).length,
        outcomes: new Set(written(({ outcomes }) => outcomes).map(({ key }) => key)).size,
        accounts: newest.size,
        cash: [...newest.values()].reduce((sum, { cash }) => sum + BigInt(cash), 0n),
      },
    )
    assert.equal(tally.how.reapplied, 0)
  })

  test('only ever reads, in sessions that could not write', async () => {
    const { statements, report } = await history.overheard()
    assert.deepEqual(report.findings, [])
    const allowed =
      /^\s*(\(?select|set enable_sort = off|begin isolation level repeatable read read only|commit)\b/
    const firsts = statements.map(([first]) => first)
    assert.deepEqual([...new Set(firsts)], ['set default_transaction_read_only = on'])
    assert.deepEqual(
      statements.flatMap(([, ...others]) => others).filter((statement) => !allowed.test(statement)),
      [],
    )
  })
})

test('a session that is lost while nothing is asked of it ends nothing', async () => {
  const { report } = await history.overheard(async (statement, sessions) => {
    if (!statement.startsWith('begin')) return
    // What is left is read by the other one.
    const idle = sessions.at(-1)
    assert.ok(idle)
    const ended = new Promise((resolve) => idle.once('end', resolve))
    await history.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query = 'set enable_sort = off'`,
    )
    await ended
  })
  assert.deepEqual(report.findings, [])
})

describe('what was tampered with is found, and where', () => {
  before(() => history.writeTo(history.batches.length))
  for (const [name, tamper] of [...journalCases, ...rowCases]) test(name, () => assertFound(tamper))

  test('nothing is left of it afterwards', async () => {
    assert.deepEqual((await history.verify()).findings, [])
  })
})

test('what older rules decided is applied as it stands, and must add up all the same', async () => {
  const report = await history.verify(undefined, rulesVersion + 1)
  const { decided, reapplied } = report.tally.how
  assert.deepEqual([report.findings, report.isWhole, decided, reapplied > 0], [[], true, 0, true])
})

test('a history made anew that contradicts nothing is found by who noted it before', async () => {
  const renamed = async (expected?: Mark) =>
    await history.tampered(async (query) => {
      await rewriteBatch(query, 40, (entries) => entries.map((entry) => ({ ...entry, nobodyReadsThis: 1 })))
      await rehash(query)
    }, expected)
  assert.deepEqual((await renamed()).findings, [])
  assert.deepEqual((await renamed(markOf(39))).findings, [])
  const { findings } = await renamed(markOf(40))
  assert.deepEqual(
    findings.map(({ kind, seq }) => [kind, seq]),
    [['expectation', 40]],
  )
})

function markOf(seq: number): Mark {
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
  const said = () => JSON.stringify([fields, report.findings], null, 1)
  assert.ok(
    report.findings.some((finding) => isIt(finding, fields)),
    said(),
  )
  if (alone) assert.equal(totalOf(report), 1, said())
}

function isIt(finding: Finding, fields: Partial<Finding>): boolean {
  const names = Object.keys(fields) as (keyof Finding)[]
  return names.every((name) => String(finding[name]) === String(fields[name]))
}

function totalOf({ counts }: Report): number {
  return [...counts.values()].reduce((sum, times) => sum + times, 0)
}
