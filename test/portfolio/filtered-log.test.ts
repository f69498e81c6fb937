// The account log by type and time, against a real database.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { micros } from '#core/money/micros.ts'
import type { TransferRecord } from '#server/engine/engine-store.ts'
import type { Portfolio } from '#server/portfolio/portfolio.ts'
import { placedAtMs } from '#test/engine/sample-orders.ts'
import { accountOf, transferOf } from '#test/engine/store-fixture.ts'
import { openPortfolioStage, type PortfolioStage } from '#test/portfolio/portfolio-stage.ts'

const at = (minute: number): number => placedAtMs + minute * 60_000

let stage: PortfolioStage
let ann: number

before(async () => {
  stage = await openPortfolioStage()
  ann = await stage.newAccount(50)
  const bob = await stage.newAccount(50)
  const moved = (minute: number, fields: Partial<TransferRecord>, userId = ann) =>
    transferOf({ id: stage.nextTransferId(), userId, atMs: at(minute), amount: micros(1), ...fields })
  const fee = { source: 'cash', destination: 'fees', type: 'fee' } as const
  const profit = { source: 'trading', destination: 'cash', type: 'trade_profit' } as const
  const lock = { source: 'cash', destination: 'locked', type: 'withdrawal' } as const
  const sent = { source: 'locked', destination: 'withdrawals', type: 'withdrawal' } as const
  await stage.write({
    accounts: [accountOf(ann, { cash: micros(49) }), accountOf(bob, { cash: micros(49) })],
    transfers: [
      moved(1, fee),
      moved(2, profit),
      moved(2, lock),
      moved(3, sent),
      moved(3, fee),
      moved(4, profit),
      moved(2, fee, bob),
    ],
  })
})
after(async () => await stage.stop())

type Filter = Omit<Parameters<Portfolio['log']>[1], 'page' | 'limit'>

async function found(filter: Filter, paged = { page: 1, limit: 100 }): Promise<readonly unknown[]> {
  const { data, total } = await stage.findInLog(ann, { ...filter, ...paged })
  return [data.map(({ type, atMs }) => `${type} ${(atMs - placedAtMs) / 60_000}`), total]
}

describe('of the account log', () => {
  const all = ['trade_profit 4', 'fee 3', 'withdrawal 2', 'trade_profit 2', 'fee 1', 'deposit 0']
  const table: readonly (readonly [string, Filter, readonly string[]])[] = [
    ['all of it', {}, all],
    ['fees', { type: 'fee' }, ['fee 3', 'fee 1']],
    ['withdrawals, without what only touches locked money', { type: 'withdrawal' }, ['withdrawal 2']],
    ['a type there is none of', { type: 'copy_trading' }, []],
    ['what came at a moment or later', { fromMs: at(2) }, all.slice(0, 4)],
    ['what came after it', { fromMs: at(2) + 1 }, all.slice(0, 2)],
    ['what came before it', { toMs: at(2) }, all.slice(4)],
    ['what came up to it', { toMs: at(2) + 1 }, all.slice(2)],
    ['a span', { fromMs: at(1), toMs: at(3) }, all.slice(2, 5)],
    ['a type in a span', { fromMs: at(1), toMs: at(3), type: 'fee' }, ['fee 1']],
    ['a span that ends before it begins', { fromMs: at(3), toMs: at(1) }, []],
    ['all the time there is', { fromMs: 0, toMs: 8.64e15 }, all],
  ]
  for (const [name, filter, changes] of table) {
    test(`there is ${name}, newest first, with how many there are`, async () => {
      assert.deepEqual(await found(filter), [changes, changes.length])
    })
    test(`${name} comes in pages that say how many there are of all of it`, async () => {
      const pages = [1, 2, 3].map((page) => found(filter, { page, limit: 2 }))
      assert.deepEqual(
        await Promise.all(pages),
        [changes.slice(0, 2), changes.slice(2, 4), changes.slice(4)].map((page) => [page, changes.length]),
      )
    })
  }
})
