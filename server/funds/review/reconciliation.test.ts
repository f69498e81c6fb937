// The reconciliation finds nothing after a day of ordinary work, and each row that is changed behind the engine's back.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client, type Pool, type PoolClient } from 'pg'
import type { ReconciliationAnswer } from '#contract/desk/funds.ts'
import { createReconcile } from '#server/funds/review/reconcile.ts'
import { freshTotp } from '#test/calls/app-users.ts'
import { createDeskFundsFixture, type DeskFundsFixture } from '#test/funds/desk-funds-fixture.ts'
import { tronAddress } from '#test/funds/funds-fixture.ts'

let fixture: DeskFundsFixture
let owner: Client
/** Records of each state. */
const ids = { credited: 0, rejected: 0, locked: 0, sent: 0, returned: 0, proposal: 0, user: 0 }

before(async () => {
  fixture = await createDeskFundsFixture()
  const { ann, ben, app } = fixture
  await fixture.set('withdraw_needs_identity', '0')
  await fixture.set('payout_method_wait_hours', '0')
  const user = await fixture.user()
  ids.user = user.id
  ids.credited = await fixture.report(user, '4000')
  await fixture.decide(ann, ids.credited, 'credited')
  ids.rejected = await fixture.report(user, '40')
  await fixture.decide(ann, ids.rejected, 'rejected', 'Not found')
  await fixture.report(user, '50')
  const methodId = await fixture.bindAddress(user, tronAddress)
  ids.locked = await fixture.drawn(user, methodId, '30')
  ids.sent = await fixture.drawn(user, methodId, '40')
  await fixture.step(ann, ids.sent, 'reviewing')
  await fixture.step(ann, ids.sent, 'paying')
  await fixture.step(ann, ids.sent, 'sent', { transaction: 'ab12' })
  ids.returned = await fixture.drawn(user, methodId, '50')
  await fixture.step(ann, ids.returned, 'returned', { note: 'No' })
  for (const amount of ['15', '-5']) {
    const totp = freshTotp(app, ann.totpSecret)
    const body = { uid: user.uid, amount, memo: 'Corrected', totp }
    const { data } = await fixture.desk(ann, 'funds/adjustment_propose', body)
    ids.proposal = data.proposal_id
    assert.equal((await fixture.approve(ben, ids.proposal)).code, 1)
  }
  owner = new Client({ connectionString: app.database.url })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
})
after(async () => {
  await owner.end()
  await fixture.stop()
})

/** A result is shown again for 30 seconds. */
async function reconcile(): Promise<ReconciliationAnswer> {
  fixture.app.advance(30_000)
  return await readAgain()
}

async function readAgain(): Promise<ReconciliationAnswer> {
  const { code, data, msg } = await fixture.desk(fixture.ann, 'funds/reconciliation')
  assert.equal(code, 1, msg)
  return data
}

const differing = ({ rows }: ReconciliationAnswer) =>
  rows.filter(({ difference }) => Number(difference) !== 0).map(({ kind }) => kind)

test('everything agrees after deposits, withdrawals and adjustments', async () => {
  const found = await reconcile()
  assert.deepEqual([differing(found), found.problems], [[], []])
  const ledger = Object.fromEntries(found.rows.map(({ kind, ledger }) => [kind, Number(ledger)]))
  assert.deepEqual(ledger, {
    deposits_credited: 2000,
    withdrawals_locked: 30,
    withdrawals_sent: 39,
    withdrawal_fees: 1,
    withdrawals_returned: 50,
    adjustments: 20,
    adjustments_net: 10,
    real_book: 1970,
  })
})

test('a result is shown again for 30 seconds, with its time, and every look is audited', async () => {
  const before = (await fixture.audited('reconciliation')).length
  const first = await reconcile()
  assert.equal(first.checked_at, new Date(fixture.app.nowMs()).toISOString())
  const changing = 'update house_balances set balance = balance + $1 where book = $2 and account = $3'
  await owner.query(changing, [1, 'real', 'deposits'])
  fixture.app.advance(29_999)
  assert.deepEqual(await readAgain(), first)
  fixture.app.advance(1)
  assert.deepEqual(differing(await readAgain()), ['deposits_credited', 'real_book'])
  await owner.query(changing, [-1, 'real', 'deposits'])
  const entries = (await fixture.audited('reconciliation')).slice(before)
  const expected = { action: 'reconciliation_viewed', who: fixture.ann.email }
  assert.deepEqual(
    entries.map(({ action, who }) => ({ action, who })),
    [expected, expected, expected],
  )
})

describe('runs', () => {
  type Connected = (fault: Error | undefined, client?: PoolClient, release?: () => void) => void

  /** The pool, with its connections counted. */
  function countedPool(onConnected: (client: PoolClient) => void = () => undefined) {
    const counted = { connections: 0, fails: false }
    const connect = (done: Connected) => {
      counted.connections += 1
      if (counted.fails) return done(new Error('no connection'))
      fixture.pool.connect((fault, client, release) => {
        if (client !== undefined) onConnected(client)
        done(fault, client, release)
      })
    }
    const pool: Pool = Object.create(fixture.pool, { connect: { value: connect } })
    return { pool, counted }
  }
  const clock = { now: () => 0, elapsed: () => 0 }

  test('that are asked for at once are one, on one connection', async () => {
    const { pool, counted } = countedPool()
    const run = createReconcile({ pool, clock })
    const results = await Promise.all(Array.from({ length: 12 }, run))
    assert.equal(counted.connections, 1)
    assert.equal(new Set(results).size, 1)
  })

  test('that fail are not kept', async () => {
    const { pool, counted } = countedPool()
    const run = createReconcile({ pool, clock })
    counted.fails = true
    await assert.rejects(run(), /no connection/)
    counted.fails = false
    assert.equal((await run()).rows.length, 8)
  })

  test('are ended by the database before the pool gives up their connection', async () => {
    const statements: string[] = []
    const taken: PoolClient[] = []
    const { pool } = countedPool((client) => {
      taken.push(client)
      const query = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<unknown>
      const noted = async (text: string, values?: unknown[]) => {
        statements.push(text)
        return await query(text, values)
      }
      Object.assign(client, { query: noted })
    })
    await createReconcile({ pool, clock })()
    for (const client of taken) Reflect.deleteProperty(client, 'query')
    const [limit] = statements.flatMap(
      (text) => /^set local statement_timeout = (\d+)$/.exec(text)?.[1] ?? [],
    )
    assert.ok(Number(limit) > 0 && Number(limit) < Number(fixture.pool.options.query_timeout), limit)
  })
})

const movement = (name: 'credited' | 'rejected' | 'locked' | 'sent' | 'returned') =>
  `reference = '${name === 'credited' || name === 'rejected' ? 'deposit' : 'withdrawal'}:${ids[name]}'`

type Case = readonly [
  name: string,
  change: () => string,
  rows: readonly string[],
  problems: readonly (() => string)[],
]

const cases: readonly Case[] = [
  [
    'a larger credited movement',
    () => `update movements set amount = amount + 1 where ${movement('credited')}`,
    ['deposits_credited'],
    [() => `deposit_amount deposit:${ids.credited}`, () => `movement_transfers deposit:${ids.credited}`],
  ],
  [
    'a rejected deposit that is shown as credited',
    () => `update movements set state = 'credited', note = null where ${movement('rejected')}`,
    ['deposits_credited', 'real_book'],
    [() => `movement_transfers deposit:${ids.rejected}`],
  ],
  [
    'a movement of another user',
    () => `update movements set user_id = user_id + 1 where ${movement('credited')}`,
    [],
    [() => `deposit_amount deposit:${ids.credited}`],
  ],
  [
    'a deleted movement of a deposit',
    () => `delete from movements where ${movement('credited')}`,
    ['deposits_credited', 'real_book'],
    [() => `transfers_without_movement deposit:${ids.credited}`],
  ],
  [
    'a deleted record of a deposit',
    () => `delete from deposits where id = ${ids.credited}`,
    ['deposits_credited', 'real_book'],
    [() => `movement_without_record deposit:${ids.credited}`],
  ],
  [
    'a record with a larger credit',
    () => `update deposits set credited = credited + 1 where id = ${ids.credited}`,
    ['deposits_credited', 'real_book'],
    [() => `deposit_amount deposit:${ids.credited}`],
  ],
  [
    'a larger transfer of a deposit',
    () => `update transfers set amount = amount + 1 where ${movement('credited')}`,
    [],
    [() => `movement_transfers deposit:${ids.credited}`],
  ],
  [
    'a deleted transfer of a deposit',
    () => `delete from transfers where ${movement('credited')}`,
    [],
    [() => `movement_transfers deposit:${ids.credited}`],
  ],
  [
    'a withdrawal that is shown as returned',
    () => `update movements set state = 'returned', note = 'x' where ${movement('locked')}`,
    ['withdrawals_locked', 'withdrawals_returned'],
    [() => `locked_balance user:${ids.user}`, () => `movement_transfers withdrawal:${ids.locked}`],
  ],
  [
    'a smaller fee of a sent withdrawal',
    () => `update movements set fee = fee - 1 where ${movement('sent')}`,
    ['withdrawals_sent', 'withdrawal_fees'],
    [() => `withdrawal_amount withdrawal:${ids.sent}`],
  ],
  [
    'a deleted record of a withdrawal',
    () => `delete from withdrawals where id = ${ids.returned}`,
    ['withdrawals_returned'],
    [() => `movement_without_record withdrawal:${ids.returned}`],
  ],
  [
    'a withdrawal that was never decided',
    () => `delete from movements where ${movement('locked')}`,
    ['withdrawals_locked'],
    [
      () => `locked_balance user:${ids.user}`,
      () => `transfers_without_movement withdrawal:${ids.locked}`,
      () => `withdrawal_undecided withdrawal:${ids.locked}`,
    ],
  ],
  [
    'a larger balance',
    () => `update trading_accounts set cash = cash + 1 where user_id = ${ids.user}`,
    ['real_book'],
    [],
  ],
  [
    'a larger locked balance',
    () => `update trading_accounts set locked = locked + 1, cash = cash - 1 where user_id = ${ids.user}`,
    ['withdrawals_locked'],
    [() => `locked_balance user:${ids.user}`],
  ],
  [
    'another balance of the house',
    () => `update house_balances set balance = balance - 1 where book = 'real' and account = 'deposits'`,
    ['deposits_credited', 'real_book'],
    [],
  ],
  [
    'another amount of an adjustment',
    () => `update movements set amount = amount + 1 where reference = 'adjustment:${ids.proposal}'`,
    ['adjustments'],
    [
      () => `adjustment_amount adjustment:${ids.proposal}`,
      () => `movement_transfers adjustment:${ids.proposal}`,
    ],
  ],
  [
    'another direction of an approved adjustment',
    () => `update proposals set payload = payload || '{"direction":"up"}' where id = ${ids.proposal}`,
    ['adjustments_net', 'real_book'],
    [() => `adjustment_amount adjustment:${ids.proposal}`],
  ],
  ...(['reviewer_id', 'approver_id'] as const).map(
    (column): Case => [
      `another ${column} of an adjustment`,
      () => `update movements set ${column} = 1 where reference = 'adjustment:${ids.proposal}'`,
      [],
      [() => `adjustment_operators adjustment:${ids.proposal}`],
    ],
  ),
  [
    'another approver of a proposal',
    () => `update proposals set decided_by = 1 where id = ${ids.proposal}`,
    [],
    [() => `adjustment_operators adjustment:${ids.proposal}`],
  ],
  [
    'another memo of an adjustment',
    () => `update movements set note = 'Other' where reference = 'adjustment:${ids.proposal}'`,
    [],
    [() => `adjustment_memo adjustment:${ids.proposal}`],
  ],
  [
    'an adjustment that two operators never approved',
    () => `delete from proposals where id = ${ids.proposal}`,
    ['adjustments', 'adjustments_net', 'real_book'],
    [() => `movement_without_record adjustment:${ids.proposal}`],
  ],
]

describe('a change behind the engine', () => {
  for (const [name, change, rows, problems] of cases)
    test(`${name} is found`, async () => {
      await changed(change(), async () => {
        const found = await reconcile()
        assert.deepEqual(differing(found), rows)
        const named = found.problems.map(({ kind, reference }) => `${kind} ${reference}`)
        assert.deepEqual(
          named,
          problems.map((problem) => problem()),
        )
        const first = found.rows.slice(0, rows.length).map(({ kind }) => kind)
        assert.deepEqual(first, rows, 'differences come first')
      })
      const restored = await reconcile()
      assert.deepEqual([differing(restored), restored.problems], [[], []])
    })

  const tables = [
    'movements',
    'transfers',
    'deposits',
    'withdrawals',
    'trading_accounts',
    'house_balances',
    'proposals',
  ]

  async function writtenColumns(table: string): Promise<string> {
    const { rows } = await owner.query<{ names: string }>(
      `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    )
    return rows[0]?.names ?? ''
  }

  /** Restores the rows of all tables afterwards. */
  async function changed(sql: string, check: () => Promise<void>): Promise<void> {
    for (const table of tables) await owner.query(`create table saved_${table} as select * from ${table}`)
    const { rowCount } = await owner.query(sql)
    assert.equal(rowCount, 1, sql)
    try {
      await check()
    } finally {
      for (const table of tables) {
        await owner.query(`delete from ${table}`)
        const columns = await writtenColumns(table)
        await owner.query(
          `insert into ${table} (${columns}) overriding system value select ${columns} from saved_${table}`,
        )
        await owner.query(`drop table saved_${table}`)
      }
    }
  }
})
