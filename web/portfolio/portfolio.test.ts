import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Call } from '#browser/calls/call-request.ts'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import { createValueStore } from '#browser/platform/value-store.ts'
import { createSession } from '#browser/session/session.ts'
import { amountsAt } from '#test/wire/account-fixtures.ts'
import { createPortfolio } from '#web/portfolio/portfolio.ts'
import type { PortfolioState, PortfolioSync, PortfolioSyncParts } from '#web/portfolio/portfolio-types.ts'

const known: PortfolioState = {
  funds: { kind: 'known', amounts: amountsAt(1) },
  activeOrders: { status: 'ready', open: [], pending: [] },
  figures: new Map([[4, { closingPrice: '1.08420', profit: '7.000000' }]]),
  notice: { id: 1, marginLevel: '99.00', at: '2026-01-01T00:00:00.000Z' },
}

type FakeSync = PortfolioSyncParts & {
  refreshes: number
  checks: number
  version: number | undefined
  readonly awaited: (number | undefined)[]
  isStopped: boolean
  reported: (readonly number[])[]
}

/** A session in memory, and portfolio syncs that the test controls. */
function createFixture(token?: string, code = { isAvailable: true }) {
  let stored = token
  const session = createSession({
    read: () => stored,
    write: (text) => {
      stored = text
    },
  })
  const syncs: FakeSync[] = []
  const startSync = (parts: PortfolioSyncParts): PortfolioSync => {
    const one: FakeSync = {
      ...{
        ...parts,
        refreshes: 0,
        checks: 0,
        isStopped: false,
        reported: [],
        version: undefined,
        awaited: [],
      },
    }
    syncs.push(one)
    return {
      async refresh() {
        one.refreshes += 1
      },
      refreshIfOutdated() {
        one.checks += 1
      },
      version: () => one.version,
      awaitChange(since) {
        one.awaited.push(since)
      },
      reportEnds(ids) {
        one.reported.push(ids)
      },
      stop() {
        one.isStopped = true
      },
    }
  }
  const timers = createFakeTimers()
  const never = () => assert.fail('unexpected call')
  const portfolio = createPortfolio({
    session,
    call: never as Call,
    live: {
      subscribe: () => () => undefined,
      onReconnect: () => () => undefined,
      state: createValueStore('up'),
    },
    timers,
    random: () => 0,
    translations: { getSnapshot: never, subscribe: never, choose: never, loadDictionary: never },
    toasts: { show: never },
    load: async () => {
      if (!code.isAvailable) throw new Error('chunk not found')
      return startSync
    },
  })
  const seen = () => [portfolio.funds.getSnapshot().kind, portfolio.activeOrders.getSnapshot().status]
  return { session, portfolio, syncs, seen, timers }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('portfolio', () => {
  test('is not fetched without a session', async () => {
    const { portfolio, syncs, seen } = createFixture()
    await portfolio.refresh()
    assert.deepEqual([seen(), syncs.length], [['loading', 'loading'], 0])
  })

  test('is synced from the start of a session, with all parts from one snapshot', async () => {
    const { session, portfolio, syncs } = createFixture()
    session.start('token')
    await settled()
    assert.equal(syncs[0]?.refreshes, 1)
    syncs[0]?.setState(known)
    assert.equal(portfolio.funds.getSnapshot(), known.funds)
    assert.equal(portfolio.activeOrders.getSnapshot(), known.activeOrders)
    assert.equal(portfolio.notice.getSnapshot(), known.notice)
    assert.equal(portfolio.figures(4).getSnapshot(), known.figures.get(4))
    assert.equal(portfolio.figures(5).getSnapshot(), undefined)
    await portfolio.refresh()
    assert.deepEqual([syncs.length, syncs[0]?.refreshes], [1, 2])
  })

  test('is cleared when the session ends or changes', async () => {
    const { session, portfolio, syncs, seen } = createFixture('token')
    await settled()
    syncs[0]?.setState(known)
    portfolio.expectEnd(4)
    session.start('other')
    assert.deepEqual([seen(), syncs[0]?.isStopped], [['loading', 'loading'], true])
    await settled()
    assert.equal(syncs[1]?.isExpected(4), false)
    syncs[1]?.setState(known)
    session.end()
    assert.deepEqual([seen(), syncs[1]?.isStopped], [['loading', 'loading'], true])
    await settled()
    assert.equal(syncs.length, 2)
  })

  test('is fetched after a refusal if its sync has not started, else only if it is outdated', async () => {
    const { portfolio, syncs } = createFixture('token')
    portfolio.refreshIfOutdated()
    await settled()
    const sync = syncs[0] ?? assert.fail()
    const before = sync.refreshes
    assert.ok(before > 0)
    portfolio.refreshIfOutdated()
    await settled()
    assert.deepEqual([sync.refreshes, sync.checks], [before, 1])
  })

  test('is not synced for a session that ended while the code was loading', async () => {
    const { session, syncs } = createFixture('token')
    session.end()
    await settled()
    assert.equal(syncs.length, 0)
  })

  test('fails without its code, and loads it again after 5 s', async () => {
    const code = { isAvailable: false }
    const { syncs, seen, timers } = createFixture('token', code)
    await settled()
    assert.deepEqual(seen(), ['failed', 'failed'])
    timers.advance(4_999)
    code.isAvailable = true
    await settled()
    assert.equal(syncs.length, 0)
    timers.advance(1)
    await settled()
    assert.equal(syncs[0]?.refreshes, 1)
  })

  test('notifies listeners of ended orders until they unsubscribe', async () => {
    const { portfolio, syncs } = createFixture('token')
    await settled()
    const endedIds: (readonly number[])[] = []
    const unsubscribe = portfolio.onEnded((ids) => endedIds.push(ids))
    syncs[0]?.notifyEnded([1, 2])
    unsubscribe()
    syncs[0]?.notifyEnded([3])
    assert.deepEqual(endedIds, [[1, 2]])
  })

  test('expects an end once, and not after it was revoked', async () => {
    const { portfolio, syncs } = createFixture('token')
    await settled()
    portfolio.expectEnd(1)
    portfolio.expectEnd(2)()
    assert.deepEqual(
      [1, 1, 2].map((id) => syncs[0]?.isExpected(id)),
      [true, false, false],
    )
  })

  test('reports ends that happened while expected when the expectation is revoked', async () => {
    const { session, portfolio, syncs } = createFixture('token')
    await settled()
    const revokes = [1, 2, 3].map((id) => portfolio.expectEnd(id))
    for (const id of [1, 3]) assert.equal(syncs[0]?.isExpected(id), true)
    for (const revoke of revokes) revoke()
    await settled()
    assert.deepEqual(syncs[0]?.reported, [[1, 3]], 'in one batch')
    const revoke = portfolio.expectEnd(3)
    session.start('other')
    await settled()
    revoke()
    await settled()
    assert.deepEqual(syncs[1]?.reported, [], 'not in the session of another user')
  })

  test('waits for a change after the version that was shown when it was expected', async () => {
    const { session, portfolio, syncs } = createFixture('token')
    await settled()
    const sync = syncs[0] ?? assert.fail()
    sync.version = 7
    const changed = portfolio.expectChange()
    sync.version = 8
    changed()
    assert.deepEqual(sync.awaited, [7])
    const late = portfolio.expectChange()
    session.start('other')
    await settled()
    late()
    assert.deepEqual([sync.awaited, syncs[1]?.awaited], [[7], []], 'not in the session of another user')
  })
})
