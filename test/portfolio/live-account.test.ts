import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Ticket } from '#core/decision/command.ts'
import { formatPrice, price } from '#core/money/amounts.ts'
import type { CommandRequest } from '#server/engine/engine.ts'
import type { AccountSnapshot, AccountSubscription, Portfolio } from '#server/portfolio/portfolio.ts'
import { eventually } from '#test/eventually.ts'
import { fc } from '#test/fast-check.ts'
import { openTradedAccounts, type TradedAccounts } from '#test/portfolio/traded-accounts.ts'
import { plainTicket } from '#test/trading/trader.ts'

// A live account follows the changes of the real engine. After any of them it must equal a fresh load.

let fixture: TradedAccounts
let live: Portfolio
/** Knows no subscriber, so that it reads every account from the database. */
let fresh: Portfolio
let bid = 110_000
before(async () => {
  fixture = await openTradedAccounts()
  live = fixture.newPortfolio()
  fresh = fixture.newPortfolio()
  fixture.open()
  fixture.quote(bid)
})
after(async () => await fixture.stop())

const lots = fc.constantFrom('0.10', '1', '60')
const nth = fc.nat({ max: 5 })
const distance = fc.integer({ min: 20, max: 400 })
const action = fc.oneof(
  fc.record({ kind: fc.constant('open' as const), lots, isSell: fc.boolean(), distance }),
  fc.record({ kind: fc.constant('place' as const), lots, isSell: fc.boolean(), distance }),
  fc.record({ kind: fc.constantFrom('close', 'part', 'stops', 'reverse', 'cancel', 'amend'), nth, distance }),
  fc.record({ kind: fc.constantFrom('all', 'reset', 'lost', 'twice') }),
  fc.record({ kind: fc.constant('quote' as const), moved: fc.integer({ min: -900, max: 900 }) }),
)
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never

const at = (steps: number) => formatPrice(price(steps), 5)

function ticketOf({ lots, isSell, distance }: Extract<Action, { kind: 'open' | 'place' }>): Ticket {
  const side = isSell ? 'sell' : 'buy'
  const down = isSell ? distance : -distance
  return { ...plainTicket, side, lots, stopLoss: at(bid + 2 * down), takeProfit: at(bid - 2 * down) }
}

/** The command of an action; undefined if the action needs an order and there is none. */
function requestOf(step: Action, ids: readonly number[]): CommandRequest | undefined {
  if (step.kind === 'open') return { kind: 'open_order', ticket: ticketOf(step as never) }
  if (step.kind === 'place') {
    const ticket = ticketOf(step as never)
    const target = at(bid + (ticket.side === 'buy' ? -1 : 1) * (step as { distance: number }).distance)
    return { kind: 'open_order', ticket: { ...ticket, target, stopLoss: null, takeProfit: null } }
  }
  if (step.kind === 'all') return { kind: 'close_many', orderIds: ids }
  if (step.kind === 'reset') return { kind: 'reset_demo' }
  return 'nth' in step ? requestOfOrder(step, ids[step.nth % Math.max(1, ids.length)]) : undefined
}

function requestOfOrder(
  { kind, distance }: { kind: string; distance: number },
  orderId: number | undefined,
): CommandRequest | undefined {
  if (orderId === undefined) return undefined
  const stops = { stopLoss: at(bid - distance), takeProfit: null }
  if (kind === 'close') return { kind: 'close_order', orderId, lots: null }
  if (kind === 'part') return { kind: 'close_order', orderId, lots: '0.04' }
  if (kind === 'stops') return { kind: 'set_stops', orderId, ...stops }
  if (kind === 'reverse') return { kind: 'reverse_order', orderId, seen: null, deviation: 0 }
  if (kind === 'cancel') return { kind: 'cancel_order', orderId }
  return { kind: 'amend_order', orderId, target: at(bid - distance), lots: '0.20', ...stops, stopLoss: null }
}

/** Snapshot of a new subscription, which loads the account. */
async function loaded(userId: number): Promise<AccountSnapshot> {
  const subscription = fresh.subscribe(userId)
  await eventually(() => subscription.latest() !== undefined)
  const snapshot = subscription.latest() ?? assert.fail()
  subscription.unsubscribe()
  return snapshot
}

async function listsOf(portfolio: Portfolio, userId: number) {
  const page = { page: 1, limit: 100 }
  return await Promise.all([
    portfolio.orders(userId, { tab: 'open', ...page }),
    portfolio.orders(userId, { tab: 'pending', ...page }),
    portfolio.funds(userId),
  ])
}

async function run(step: Action, userId: number, subscription: AccountSubscription): Promise<void> {
  fixture.delivery.isLost = step.kind === 'lost'
  fixture.delivery.times = step.kind === 'twice' ? 2 : 1
  if (step.kind === 'quote') {
    bid = Math.min(150_000, Math.max(80_000, bid + (step as { moved: number }).moved))
    fixture.quote(bid)
  } else if (step.kind === 'lost' || step.kind === 'twice') {
    await fixture.submit(userId, { kind: 'open_order', ticket: { ...plainTicket, lots: '0.01' } })
  } else {
    const ids = subscription.latest()?.orders.map(({ order }) => order.id) ?? []
    const pending = await live.orders(userId, { tab: 'pending', page: 1, limit: 100 })
    const pendingIds = pending === 'busy' ? [] : pending.orders.map(({ order }) => order.id)
    const request = requestOf(step, [...ids, ...pendingIds])
    if (request !== undefined) await fixture.submit(userId, request)
  }
  await fixture.idle()
  fixture.delivery.isLost = false
}

test('a live account equals a fresh load after any sequence of changes', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async (steps) => {
      const userId = await fixture.newDemo()
      const subscription = live.subscribe(userId)
      await eventually(() => subscription.latest() !== undefined)
      let isBehind = false
      for (const step of steps) {
        const before = subscription.latest()?.funds.version
        await run(step, userId, subscription)
        isBehind = step.kind === 'lost' || (isBehind && subscription.latest()?.funds.version === before)
        if (isBehind) continue
        const expected = await loaded(userId)
        await eventually(() => subscription.latest()?.funds.version === expected.funds.version)
        assert.deepEqual(subscription.latest(), expected)
        assert.deepEqual(await listsOf(live, userId), await listsOf(fresh, userId))
        seen.add(step.kind)
      }
      subscription.unsubscribe()
    }),
    { numRuns: 12 },
  )
  assert.deepEqual(fixture.faults, [])
  assert.ok(seen.size > 8, [...seen].join(' '))
})
