import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { OrderFields } from '#contract/calls/order-fields.ts'
import type { MyDealAnswer } from '#contract/calls/trading.ts'
import type { AccountPush } from '#contract/live.ts'
import { amountsAt, dealAt, orderOf, pushAt } from '#test/wire/account-fixtures.ts'
import type { ToastRequest } from '#ui/toasts-store.ts'
import type { Call, CallRequest } from '#web/calls/call-request.ts'
import type { Push } from '#web/live/topics.ts'
import { createFakeTimers } from '#web/platform/fake-timers.ts'
import { startPortfolioSync } from '#web/portfolio/portfolio-sync.ts'
import type { PortfolioState } from '#web/portfolio/portfolio-types.ts'
import { fetchTimeoutMs, firstRetryMs } from '#web/portfolio/refetcher.ts'
import { createTranslations } from '#web/stores/translations.ts'

type Asked = {
  readonly input: { readonly status?: number; readonly page?: number; readonly limit?: number }
  readonly answer: (answer: MyDealAnswer) => void
  readonly fail: () => void
}

type Lists = {
  readonly open?: readonly OrderFields[]
  readonly pending?: readonly OrderFields[]
  readonly mark?: string
}

const translations = await createTranslations({ read: () => 'en', write: () => undefined }, [])
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A portfolio sync whose calls and pushes the test controls. */
function createFixture() {
  const asked: Asked[] = []
  const call = (({ input = {}, signal }: CallRequest) =>
    new Promise<MyDealAnswer>((resolve, reject) => {
      const fail = () => reject(new Error('no connection'))
      signal?.addEventListener('abort', fail)
      asked.push({ input: input as Asked['input'], answer: resolve, fail })
    })) as unknown as Call
  const handlers = new Map<string, (push: Push<never>) => void>()
  const live = {
    subscribe<Data>(topic: string, handler: (push: Push<Data>) => void) {
      handlers.set(topic, handler)
      return () => void handlers.delete(topic)
    },
    onReconnect(handler: () => void) {
      handlers.set('reconnect', handler)
      return () => void handlers.delete('reconnect')
    },
  }
  const shown: PortfolioState[] = []
  const start: PortfolioState = {
    funds: { kind: 'loading' },
    activeOrders: { status: 'loading', open: [], pending: [] },
    figures: new Map(),
    notice: null,
  }
  const now = () => shown.at(-1) ?? start
  const toasts: ToastRequest[] = []
  const ended: number[] = []
  const expected = new Set<number>()
  const timers = createFakeTimers()
  const following = startPortfolioSync({
    ...{ call, live, timers, translations, getState: now },
    setState: (state) => shown.push(state),
    toasts: { show: (toast) => toasts.push(toast) },
    notifyEnded: (ids) => ended.push(...ids),
    isExpected: (id) => expected.delete(id),
  })
  const tell = (topic: string, data: unknown) =>
    handlers.get(topic)?.({ data, snapshot: false } as Push<never>)
  /** Answers the latest request for both lists. */
  async function answer(seq: number, { open = [], pending = [], mark = 'a' }: Lists = {}) {
    for (const { input, answer: give } of asked.slice(-2))
      give(dealAt(seq, input.status === 1 ? open : pending, { OrdersMark: mark }))
    await settled()
  }
  async function fail() {
    for (const one of asked.slice(-2)) one.fail()
    await settled()
  }
  const ids = () => {
    const { open, pending } = now().activeOrders
    return [open.map(({ id }) => id), pending.map(({ id }) => id)]
  }
  return { asked, tell, handlers, shown, now, timers, following, answer, fail, ids, toasts, ended, expected }
}

const push = (told: AccountPush) => ['FOREX_TRADE', told] as const

describe('funds and figures', () => {
  test('come from the lists, then from pushes', async () => {
    const { tell, following, now, answer, asked } = createFixture()
    void following.refresh()
    await answer(7, { open: [orderOf(4)] })
    assert.deepEqual(now().funds, { kind: 'known', amounts: amountsAt(7) })
    assert.deepEqual(now().figures.get(4), { closingPrice: '1.08427', profit: '-4.000000' })
    tell(...push(pushAt(8, { ProfitsTotal: '36.000000' }, { 4: '36.000000' })))
    assert.deepEqual(now().funds, { kind: 'known', amounts: amountsAt(8, { profit: '36.000000' }) })
    assert.deepEqual(now().figures.get(4), { closingPrice: '1.08500', profit: '36.000000' })
    assert.deepEqual(
      asked.map(({ input }) => input),
      [1, 0].map((status) => ({ status, page: 1, limit: 100 })),
    )
  })

  test('are never replaced by older ones of a list or push', async () => {
    const { tell, following, now, answer } = createFixture()
    tell(...push(pushAt(9, {}, { 4: '9.000000' })))
    void following.refresh()
    await answer(7, { open: [orderOf(4)] })
    tell(...push(pushAt(8, {}, { 4: '8.000000' })))
    assert.deepEqual(now().funds, { kind: 'known', amounts: amountsAt(9) })
    assert.equal(now().figures.get(4)?.profit, '9.000000')
  })

  test('of the same quotes are those received last', async () => {
    const { tell, following, now, answer } = createFixture()
    void following.refresh()
    await answer(7)
    void following.refresh()
    tell(...push(pushAt(7, { Balance: '300.000000' })))
    await answer(7)
    assert.deepEqual(now().funds, { kind: 'known', amounts: amountsAt(7, { balance: '300.000000' }) })
  })

  test('keep unchanged objects', async () => {
    const { tell, following, now, answer } = createFixture()
    void following.refresh()
    await answer(7, { open: [orderOf(4), orderOf(5)] })
    tell(...push(pushAt(8, {}, { 4: '1.000000', 5: '2.000000' })))
    const { activeOrders: standing, figures } = now()
    tell(...push(pushAt(9, {}, { 4: '1.000000', 5: '3.000000' })))
    assert.equal(now().activeOrders, standing)
    assert.equal(now().figures.get(4), figures.get(4))
    assert.notEqual(now().figures.get(5), figures.get(5))
  })

  test('never go back for any order of pushes and answers', async () => {
    const told = fc.record({ seq: fc.integer({ min: 1, max: 9 }), isPush: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(told, { maxLength: 12 }), async (story) => {
        const { tell, following, shown, answer } = createFixture()
        for (const { seq, isPush } of story) {
          if (isPush) tell(...push(pushAt(seq)))
          else {
            void following.refresh()
            await answer(seq)
          }
        }
        const seqs = shown.flatMap(({ funds }) => (funds.kind === 'known' ? funds.amounts.quoteSeq : []))
        assert.deepEqual(
          seqs,
          seqs.toSorted((one, other) => one - other),
        )
        const last = story.length === 0 ? undefined : Math.max(...story.map(({ seq }) => seq))
        assert.equal(seqs.at(-1), last)
      }),
      { numRuns: 100 },
    )
  })
})

describe('active orders', () => {
  test('are fetched page by page', async () => {
    const { following, asked, ids } = createFixture()
    void following.refresh()
    const [open, pending] = asked
    const many = Array.from({ length: 100 }, (_, at) => orderOf(500 - at))
    pending?.answer(dealAt(1))
    open?.answer(dealAt(1, many, { total: 101 }))
    await settled()
    assert.deepEqual(asked[2]?.input, { status: 1, page: 2, limit: 100 })
    asked[2]?.answer(dealAt(2, [orderOf(7)], { total: 101 }))
    await settled()
    assert.deepEqual([ids()[0]?.length, ids()[0]?.at(-1)], [101, 7])
  })

  test('are fetched again once when a push has another mark, and after a reconnect', async () => {
    const { following, asked, tell, answer, ids } = createFixture()
    void following.refresh()
    await answer(1)
    tell(...push(pushAt(2)))
    assert.equal(asked.length, 2)
    tell(...push(pushAt(3, { OrdersMark: 'b' })))
    tell(...push(pushAt(4, { OrdersMark: 'b' })))
    assert.equal(asked.length, 4)
    await answer(3, { pending: [orderOf(8, { Status: 0 })], mark: 'b' })
    assert.deepEqual(ids(), [[], [8]])
    // A second fetch, because the second push arrived during the first.
    await answer(4, { pending: [orderOf(8, { Status: 0 })], mark: 'b' })
    tell(...push(pushAt(5, { OrdersMark: 'b' })))
    assert.equal(asked.length, 6)
    tell('reconnect', undefined)
    assert.equal(asked.length, 8)
  })

  test('are fetched again if they changed between two pages, without reporting ends', async () => {
    const { following, asked, answer, ended, ids, timers } = createFixture()
    void following.refresh()
    await answer(1, { open: [orderOf(4)] })
    void following.refresh()
    const changeBetween = async () => {
      const [open, pending] = asked.slice(-2)
      open?.answer(dealAt(2, [], { OrdersMark: 'a' }))
      pending?.answer(dealAt(2, [], { OrdersMark: 'b' }))
      await settled()
    }
    await changeBetween()
    assert.deepEqual([ended, ids(), asked.length], [[], [[], []], 6])
    await changeBetween()
    assert.equal(asked.length, 6)
    timers.advance(2 * firstRetryMs)
    assert.equal(asked.length, 8)
  })

  test('lose an ended order at once, and an outdated answer does not restore it', async () => {
    const { following, tell, answer, ids, ended } = createFixture()
    void following.refresh()
    await answer(1, { open: [orderOf(4), orderOf(5)] })
    void following.refresh()
    tell('FOREX_CLOSED', [4])
    assert.deepEqual([ids(), ended], [[[5], []], [4]])
    await answer(1, { open: [orderOf(4), orderOf(5)] })
    assert.deepEqual(ids(), [[5], []])
    tell('FOREX_CLOSED', [])
    assert.deepEqual(ended, [4])
  })

  test('that ended while disconnected are reported once', async () => {
    const { following, tell, answer, ended, asked, toasts } = createFixture()
    void following.refresh()
    await answer(1, { open: [orderOf(4)] })
    tell('reconnect', undefined)
    await answer(2, { mark: 'b' })
    assert.deepEqual(ended, [4])
    const why = orderOf(4, { Status: 3, CloseReason: 'stop_loss', FactProfits: '-84.000000' })
    asked.at(-1)?.answer(dealAt(2, [why]))
    await settled()
    tell('FOREX_CLOSED', [4])
    await settled()
    assert.deepEqual(
      [ended, toasts.map(({ text }) => text)],
      [[4], ['EUR/USD · Stop loss reached · −84.00 USD']],
    )
  })
})

describe('toasts', () => {
  test('show why an order ended, except for one the user ended here', async () => {
    const { following, tell, answer, expected, asked, toasts } = createFixture()
    void following.refresh()
    await answer(1, { open: [orderOf(4), orderOf(5)] })
    expected.add(5)
    tell('FOREX_CLOSED', [4, 5])
    const history = asked.find(({ input }) => input.status === 3)
    const over = { Status: 3, FactProfits: '12.345678' }
    history?.answer(
      dealAt(2, [
        orderOf(5, { ...over, CloseReason: 'user' }),
        orderOf(4, { ...over, CloseReason: 'take_profit' }),
      ]),
    )
    await settled()
    assert.deepEqual(toasts, [{ text: 'EUR/USD · Take profit reached · +12.35 USD', tone: 'good' }])
  })

  test('show why an order ended when its expected end is revoked', async () => {
    const { following, tell, answer, expected, asked, toasts } = createFixture()
    void following.refresh()
    await answer(1, { open: [orderOf(4)] })
    expected.add(4)
    tell('FOREX_CLOSED', [4])
    following.reportEnds([4])
    const ended = orderOf(4, { Status: 3, CloseReason: 'stop_loss', FactProfits: '-84.000000' })
    asked.find(({ input }) => input.status === 3)?.answer(dealAt(2, [ended]))
    await settled()
    assert.deepEqual(
      toasts.map(({ text }) => text),
      ['EUR/USD · Stop loss reached · −84.00 USD'],
    )
  })

  test('combine many orders that end together', async () => {
    const { following, tell, answer, asked, toasts } = createFixture()
    void following.refresh()
    const many = [1, 2, 3, 4].map((id) => orderOf(id))
    await answer(1, { open: many })
    tell('FOREX_CLOSED', [1, 2, 3, 4])
    const over = many.map((order) => ({ ...order, Status: 3, CloseReason: 'demo_reset' }))
    asked.find(({ input }) => input.status === 3)?.answer(dealAt(2, over))
    await settled()
    assert.deepEqual(
      toasts.map(({ text }) => text),
      ['4 orders · Demo account reset · −16.00 USD'],
    )
  })

  test('report a filled pending order', async () => {
    const { following, answer, toasts } = createFixture()
    void following.refresh()
    await answer(1, { pending: [orderOf(4, { Status: 0 })] })
    void following.refresh()
    await answer(2, { open: [orderOf(4)], mark: 'b' })
    await settled()
    assert.deepEqual(
      toasts.map(({ text }) => text),
      ['EUR/USD · pending order filled at 1.08435'],
    )
  })

  test('report each margin call once, which stays in the state until it is over', async () => {
    const { tell, now, toasts } = createFixture()
    const Notice = {
      Id: 3,
      Kind: 'margin_call',
      HazardRate: '98.50',
      CreatedAt: '2026-01-05T10:00:00.000Z',
    } as const
    tell(...push(pushAt(1, { Notice })))
    tell(...push(pushAt(2, { Notice })))
    await settled()
    assert.equal(toasts.length, 1)
    assert.match(toasts[0]?.text ?? '', /98\.50 %/)
    assert.deepEqual(now().notice, { id: 3, riskRate: '98.50', at: Notice.CreatedAt })
    tell(...push(pushAt(3)))
    assert.equal(now().notice, null)
  })
})

describe('a fetch that fails', () => {
  const kinds = ({ funds, activeOrders: standing }: PortfolioState) => [funds.kind, standing.status]

  test('is reported while nothing is loaded, until another one succeeds', async () => {
    const { following, now, answer, fail } = createFixture()
    void following.refresh()
    await fail()
    assert.deepEqual(kinds(now()), ['failed', 'failed'])
    void following.refresh()
    await answer(1)
    assert.deepEqual(kinds(now()), ['known', 'ready'])
  })

  test('includes one that timed out', async () => {
    const { timers, following, now } = createFixture()
    const landed = following.refresh()
    timers.advance(fetchTimeoutMs)
    await landed
    assert.deepEqual(kinds(now()), ['failed', 'failed'])
  })

  test('keeps loaded data and is not repeated with every push', async () => {
    const { following, now, answer, fail, tell, asked, timers } = createFixture()
    void following.refresh()
    await answer(1)
    void following.refresh()
    await fail()
    assert.deepEqual(kinds(now()), ['known', 'ready'])
    tell(...push(pushAt(2, { OrdersMark: 'b' })))
    assert.equal(asked.length, 4)
    timers.advance(firstRetryMs)
    assert.equal(asked.length, 6)
  })

  test('is retried with growing waits until it succeeds', async () => {
    const { following, tell, answer, fail, ids, asked, timers } = createFixture()
    void following.refresh()
    await answer(1, { pending: [orderOf(4, { Status: 0 })] })
    // Cancelled in another tab: pushed once, because an account without positions has no price updates.
    tell(...push(pushAt(1, { OrdersMark: 'b' })))
    await fail()
    timers.advance(firstRetryMs)
    await fail()
    timers.advance(firstRetryMs)
    assert.equal(asked.length, 6)
    timers.advance(firstRetryMs)
    assert.equal(asked.length, 8)
    await answer(1, { mark: 'b' })
    assert.deepEqual(ids(), [[], []])
    timers.advance(100 * firstRetryMs)
    assert.equal(asked.filter(({ input }) => input.status !== 3).length, 8)
  })
})

test('a push of older prices with another mark triggers a fetch', async () => {
  const { following, tell, answer, asked, now } = createFixture()
  void following.refresh()
  await answer(5)
  tell(...push(pushAt(4, { OrdersMark: 'b' })))
  assert.equal(asked.length, 4)
  assert.deepEqual(now().funds, { kind: 'known', amounts: amountsAt(5) })
})

test('unsubscribes and publishes nothing after stop', async () => {
  const { handlers, following, shown, answer } = createFixture()
  assert.deepEqual([...handlers.keys()], ['FOREX_TRADE', 'FOREX_CLOSED', 'reconnect'])
  void following.refresh()
  following.stop()
  assert.equal(handlers.size, 0)
  await answer(1)
  assert.deepEqual(shown, [])
})
