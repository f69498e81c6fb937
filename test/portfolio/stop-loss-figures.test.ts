import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { amountsOfFunds, amountsOfPush } from '#contract/account-from-wire.ts'
import type { FundsFields } from '#contract/calls/account.ts'
import type { MyDealAnswer } from '#contract/calls/trading.ts'
import type { AccountPush, OrderRow, OrdersPush } from '#contract/live.ts'
import { formatPrice, price } from '#core/money/amounts.ts'
import { markets } from '#db/seed/markets.ts'
import { readAccountDetail, readBalance } from '#server/api/account.ts'
import { readOrders } from '#server/api/trading.ts'
import type { Route } from '#server/gateway/gateway.ts'
import type { Portfolio } from '#server/portfolio/portfolio.ts'
import { eventually } from '#test/eventually.ts'
import { createLiveHarness } from '#test/live/live-harness.ts'
import { openTradedAccounts, type TradedAccounts } from '#test/portfolio/traded-accounts.ts'
import { plainTicket } from '#test/trading/trader.ts'

// Around a stop loss the same prices are shown with the position open and closed. `QuoteSeq` and `Version` together
// must tell the two apart, in every answer and push.

const rounds = 20
const startBid = 110_000

let fixture: TradedAccounts
/** Of the process with the user's socket, and of another process without it. */
let online: Portfolio
let offline: Portfolio
before(async () => {
  fixture = await openTradedAccounts()
  online = fixture.newPortfolio()
  offline = fixture.newPortfolio()
  fixture.open()
  fixture.quote(startBid)
})
after(async () => await fixture.stop())

/** Calls the routes directly, without HTTP. Answers are in wire format. */
function callsOf(userId: number, portfolio: Portfolio) {
  const who = { userId, isDemo: true, sessionId: 1, expiresAtMs: 0 }
  const parts = { users: { authenticate: async () => who }, portfolio, marketData: { markets } }
  const none = { device: '', country: undefined, file: undefined, idempotency: undefined, waitedMs: 0 }
  const caller = {
    language: 'en',
    statedLanguage: undefined,
    token: 'token',
    thread: undefined,
    address: '127.0.0.1',
    ...none,
  } as const
  async function answerOf<Answer>(route: Route, input: object): Promise<Answer> {
    const outcome = await route.answer(input, caller, who)
    assert.ok(outcome.kind === 'answered')
    return outcome.data as Answer
  }
  const page = { page: 1, limit: 100 }
  return {
    list: (status: number) => answerOf<MyDealAnswer>(readOrders(parts), { status, ...page }),
    balance: () => answerOf<FundsFields>(readBalance(parts), {}),
    detail: () => answerOf<HeldMoney>(readAccountDetail(parts), {}),
  }
}

type HeldMoney = Pick<FundsFields, 'balance' | 'lock_balance' | 'QuoteSeq' | 'Version'>
type Pair = Pick<FundsFields, 'QuoteSeq' | 'Version'>

/** Every observed value of a figure, by the pair it was shown with. */
function createObservations() {
  const byPair = new Map<string, Map<string, Set<string>>>()
  const pairs: Pair[] = []
  function see({ QuoteSeq, Version }: Pair, name: string, value: unknown): void {
    pairs.push({ QuoteSeq, Version })
    const key = `${QuoteSeq} ${Version}`
    const figures = byPair.get(key) ?? new Map<string, Set<string>>()
    byPair.set(key, figures)
    figures.set(name, (figures.get(name) ?? new Set()).add(JSON.stringify(value)))
  }
  function seeOrders(pair: Pair, orders: readonly OrderRow[]): void {
    for (const order of orders) see(pair, `order ${order.Id}`, figuresOf(order))
  }
  return {
    pairs,
    seeFunds(funds: FundsFields): void {
      see(funds, 'amounts', amountsOfFunds(funds))
      see(funds, 'held', [funds.balance, funds.lock_balance])
    },
    seeDetail: (money: HeldMoney) => see(money, 'held', [money.balance, money.lock_balance]),
    seeOpen({ data, ...answer }: MyDealAnswer): void {
      see(answer, 'orders', data.map(figuresOf).reverse())
      seeOrders(answer, data)
    },
    seeChange({ Version, QuoteSeq, Orders }: OrdersPush): void {
      seeOrders({ Version, QuoteSeq }, Orders ?? [])
    },
    seePush(push: AccountPush): void {
      see(push, 'amounts', amountsOfPush(push))
      see(push, 'held', [push.Balance, push.Locked])
      see(push, 'orders', push.TransOrder)
      seeOrders(push, push.TransOrder)
    },
    /** Pairs with more than one value of the same figure. */
    contradictions: () =>
      [...byPair].flatMap(([pair, figures]) =>
        [...figures].filter(([, values]) => values.size > 1).map(([name]) => `${pair} ${name}`),
      ),
  }
}

function figuresOf({ Id, UpdatePrice, FactProfits }: OrderRow): OrderRow {
  return { Id, UpdatePrice, FactProfits }
}

type Observations = ReturnType<typeof createObservations>

/** One read of everything that shows the account, concurrently. */
async function readAll(userId: number, seen: Observations): Promise<void> {
  await Promise.all(
    [online, offline].flatMap((portfolio) => {
      const calls = callsOf(userId, portfolio)
      const seeList = (answer: MyDealAnswer) => {
        const { data: _, total: __, all_fact_profits: ___, ...funds } = answer
        seen.seeFunds(funds)
      }
      return [
        calls.list(1).then((answer) => {
          seeList(answer)
          seen.seeOpen(answer)
        }),
        calls.list(3).then(seeList),
        calls.balance().then(seen.seeFunds),
        calls.detail().then(seen.seeDetail),
      ]
    }),
  )
}

test('around a stop loss, equal QuoteSeq and Version have equal figures in every answer and push', async (context) => {
  const userId = await fixture.newDemo()
  const { connect, flush } = await createLiveHarness(context, {
    portfolio: online,
    onAccountChanged: fixture.onAccountChanged,
    authenticate: async () => ({ userId, sessionId: 1 }),
  })
  const client = await connect()
  await client.request({ cmd: 'login', token: 'user' })
  for (const topic of ['FOREX_TRADE', 'FOREX_ORDERS']) await client.request({ cmd: 'sub', topic })
  const seen = createObservations()
  const changes: number[] = []
  async function seePushes(): Promise<void> {
    flush()
    for (const { topic, data } of await client.framesSoFar()) {
      if (topic === 'FOREX_TRADE') seen.seePush(data as AccountPush)
      if (topic !== 'FOREX_ORDERS') continue
      seen.seeChange(data as OrdersPush)
      changes.push((data as OrdersPush).Version)
    }
  }
  await eventually(async () => {
    await seePushes()
    return seen.pairs.length > 0
  })

  for (let round = 0; round < rounds; round += 1) {
    fixture.quote(startBid)
    const stopLoss = formatPrice(price(startBid - 100), 5)
    const opened = await fixture.submit(userId, {
      kind: 'open_order',
      ticket: { ...plainTicket, stopLoss },
    })
    assert.equal(opened.kind, 'done')
    await readAll(userId, seen)
    // Nothing is committed yet: these reads race with the commit that closes the order.
    fixture.quote(startBid - 150 - round)
    const racing = Promise.all([readAll(userId, seen), seePushes(), readAll(userId, seen)])
    await fixture.idle()
    await racing
    await Promise.all([readAll(userId, seen), seePushes()])
  }
  assert.deepEqual(seen.contradictions(), [])
  const versionsOf = new Map<number, Set<number>>()
  for (const { QuoteSeq, Version } of seen.pairs)
    versionsOf.set(QuoteSeq, (versionsOf.get(QuoteSeq) ?? new Set()).add(Version))
  const shared = [...versionsOf.values()].filter((versions) => versions.size > 1)
  assert.ok(shared.length >= rounds, `only ${shared.length} sequences were shown before and after a change`)
  assert.deepEqual(
    changes.slice(-2 * rounds),
    Array.from({ length: 2 * rounds }, (_, index) => index + 2),
    'every change is pushed once, in order',
  )
  assert.deepEqual(fixture.faults, [])
})
