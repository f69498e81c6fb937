import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { after, before, describe, test } from 'node:test'
import { createTradingNotices } from '#server/account-notices/account-notices.ts'
import { createLog } from '#server/platform/log.ts'
import { urlAddress } from '#server/storage/database-connection.ts'
import { prepareDatabase } from '#server/storage/prepare-database-store.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { fc } from '#test/fast-check.ts'
import { expectedNotices, type NoticeSource, storedNotices } from '#test/followers/expected-notices.ts'
import { createFollowedDay, type FollowedDay } from '#test/followers/followed-day.ts'
import {
  type FollowerProcess,
  startFollowerProcess,
  type TransactionEnd,
} from '#test/followers/follower-process.ts'
import { storingNotices } from '#test/notices/stored-notices.ts'
import { restoreFixture } from '#test/verify/load-fixture.ts'

const tradingNotices = createTradingNotices({ addNotices: storingNotices(), markets: [] })

async function readSource({ query }: TestDatabase): Promise<NoticeSource> {
  const rowsOf = (table: string) => `(select coalesce(json_agg(row_of), '[]') from ${table} row_of)`
  const { rows } = await query<{ source: NoticeSource }>(
    `select json_build_object('orders', ${rowsOf('orders')}, 'margin_notices', ${rowsOf('margin_notices')},
       'notices', ${rowsOf('notices')}) as source`,
  )
  return rows[0]?.source ?? assert.fail()
}

/** The follower of production, from the first batch on. */
function follow({ pool }: TestDatabase): Promise<FollowerProcess> {
  return startFollowerProcess({ ...tradingNotices, pool, start: 'beginning' })
}

async function catchUp(process: FollowerProcess): Promise<void> {
  do await process.step()
  while ((await process.gauge('followerLag')) !== 0)
}

/** Compares the stored notices with the orders. Returns the kinds that there were. */
async function assertComplete(database: TestDatabase): Promise<readonly string[]> {
  const source = await readSource(database)
  assert.deepEqual(storedNotices(source), expectedNotices(source))
  return source.notices.map(({ kind }) => kind)
}

/** Without the constraint, a notice that is written twice is found twice. */
async function dropSafetyNet({ query }: TestDatabase): Promise<void> {
  await query('alter table notices drop constraint notices_user_id_source_key')
}

/** Seeds of generated days. */
const daysWithEveryKind = [1, 2]

describe('the stored notices', () => {
  // Keeps the test cluster running between two databases.
  let kept: TestDatabase
  before(async () => {
    kept = await createTestDatabase()
  })
  after(async () => await kept.drop())

  const end = fc.constantFrom<TransactionEnd>('committed', 'committed', 'failed', 'reply_lost')
  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('write'), batches: fc.integer({ min: 1, max: 20 }) }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('run'), process: fc.nat(1), end }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('race'), ends: fc.tuple(end, end) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart'), process: fc.nat(1) }) },
  )

  test('equal the orders, whatever interrupts one or two processes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(100_000), fc.array(step, { maxLength: 30 }), async (seed, steps) => {
        const day = await createFollowedDay(seed)
        try {
          await dropSafetyNet(day.database)
          const processes = [await follow(day.database), await follow(day.database)]
          for (const one of steps) await runStep(day, processes, one)
          await day.write(day.batches.length)
          for (const process of processes) {
            process.endTransactions('committed')
            await catchUp(process)
          }
          await assertComplete(day.database)
          for (const { follower } of processes) await follower.stop()
        } finally {
          await day.drop()
        }
      }),
      { numRuns: 6 },
    )
  })

  test('have every kind', async () => {
    const kinds = new Set<string>()
    for (const seed of daysWithEveryKind) {
      const day = await createFollowedDay(seed)
      const process = await follow(day.database)
      await day.write(day.batches.length)
      await catchUp(process)
      for (const kind of await assertComplete(day.database)) kinds.add(kind)
      await process.follower.stop()
      await day.drop()
    }
    assert.deepEqual([...kinds].sort(), [
      'close_out',
      'margin_call',
      'order_cancelled',
      'order_filled',
      'stop_loss',
      'take_profit',
    ])
  })

  type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

  async function runStep(day: FollowedDay, processes: FollowerProcess[], given: Step): Promise<void> {
    if ('batches' in given) return await day.write(given.batches)
    if ('ends' in given) {
      for (const [at, process] of processes.entries()) process.endTransactions(given.ends[at] ?? 'committed')
      await Promise.all(processes.map((process) => process.step()))
      return
    }
    const process = processes[given.process] ?? assert.fail()
    if ('end' in given) {
      process.endTransactions(given.end)
      return await process.step()
    }
    await process.follower.stop()
    processes[given.process] = await follow(day.database)
  }

  for (const [name, migration] of [
    ['rules-1', 12],
    ['rules-2', 14],
  ] as const)
    test(`equal the orders of the earlier database ${name}, whose journal has format 1`, async () => {
      const database = await restoreFixture(name, migration)
      try {
        await prepareDatabase({
          owner: urlAddress(database.url),
          dataDir: tmpdir(),
          log: createLog('error', process.stderr),
        })
        const one = await follow(database)
        await catchUp(one)
        const kinds = await assertComplete(database)
        assert.ok(kinds.length > 10 && kinds.includes('close_out'), kinds.join())
        await one.follower.stop()
      } finally {
        await database.drop()
      }
    })

  test('are not written again if the journal is followed from the beginning once more', async () => {
    const day = await createFollowedDay(3)
    try {
      await day.write(day.batches.length)
      for (let times = 0; times < 2; times += 1) {
        const process = await follow(day.database)
        await catchUp(process)
        await process.follower.stop()
        await assertComplete(day.database)
        await day.database.query('delete from follower_positions')
      }
    } finally {
      await day.drop()
    }
  })

  test('never make a commit of the engine wait', async () => {
    const day = await createFollowedDay(1)
    const held = Promise.withResolvers<void>()
    try {
      const filledAt = firstFill(day)
      const written = Promise.withResolvers<void>()
      await day.write(filledAt)
      const process = await startFollowerProcess({
        ...tradingNotices,
        pool: day.database.pool,
        start: 'beginning',
        async apply(changes, client) {
          await tradingNotices.apply(changes, client)
          written.resolve()
          await held.promise
        },
      })
      const stepping = process.step()
      await written.promise
      // The open transaction has a notice of every order so far. The rest of the day changes some of them.
      await day.write(day.batches.length)
      held.resolve()
      await stepping
      await process.follower.stop()
    } finally {
      held.resolve()
      await day.drop()
    }
  })

  /** The first batch that fills an order which a later batch changes again. */
  function firstFill({ batches }: FollowedDay): number {
    const found = batches.find(({ seq, orders }) =>
      orders.some(
        ({ id, kind, status }) =>
          kind !== 'market' &&
          status === 'open' &&
          batches.slice(seq).some((later) => later.orders.some((order) => order.id === id)),
      ),
    )
    return found?.seq ?? assert.fail('no order was filled and changed again')
  }
})
