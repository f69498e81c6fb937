import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { GetBalanceAnswer } from '#contract/calls/get-balance.ts'
import type { AccountPush } from '#contract/live.ts'
import type { Call, CallRequest } from '#web/calls/call-request.ts'
import type { Push } from '#web/live/topic-state.ts'
import { createFakeTimers } from '#web/platform/fake-timers.ts'
import { followFunds, longestFetchMs } from '#web/portfolio/follow-funds.ts'
import type { FundsState } from '#web/portfolio/funds-types.ts'

const answerOf = (seq: number, balance = '100.000000', locked = '5.000000'): GetBalanceAnswer => ({
  balance,
  net_value: `${seq}.000000`,
  used_margin: '0.000000',
  available: `${seq}.000000`,
  profit: '0.000000',
  prepayment_ratio: null,
  hazard_rate: null,
  lock_balance: locked,
  QuoteSeq: seq,
})

const pushOf = (seq: number, balance = '100.000000', locked = '6.000000'): AccountPush => ({
  ProfitsTotal: '0.000000',
  HazardRate: null,
  CautionMoneyAll: '0.000000',
  NetValue: `${seq}.000000`,
  Balance: balance,
  Locked: locked,
  Available: `${seq}.000000`,
  PrepaymentRatio: null,
  TransOrder: [],
  QuoteSeq: seq,
  Notice: null,
})

type Asked = {
  readonly answer: (funds: GetBalanceAnswer) => Promise<void>
  readonly fail: () => Promise<void>
}

/** One account that is followed: calls are answered by hand, the socket is played by the test. */
function stage() {
  const asked: Asked[] = []
  const call = (({ signal }: CallRequest) =>
    new Promise<GetBalanceAnswer>((resolve, reject) => {
      const fail = () => reject(new Error('no connection'))
      signal?.addEventListener('abort', fail)
      asked.push({
        answer: (funds) => settledAfter(() => resolve(funds)),
        fail: () => settledAfter(fail),
      })
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
  const tell = (topic: string, data: unknown) =>
    handlers.get(topic)?.({ data, snapshot: false } as Push<never>)
  const shown: FundsState[] = []
  const timers = createFakeTimers()
  const following = followFunds({ call, live, timers, show: (state) => shown.push(state) })
  const seen = () => {
    const last = shown.at(-1)
    return last?.kind === 'known' ? last.amounts : last?.kind
  }
  return { asked, tell, handlers, shown, timers, following, seen }
}

async function settledAfter(act: () => void): Promise<void> {
  act()
  await new Promise((resolve) => setImmediate(resolve))
}

const figures = (seq: number, balance: string, locked: string) => ({
  balance,
  netValue: `${seq}.000000`,
  usedMargin: '0.000000',
  available: `${seq}.000000`,
  locked,
  quoteSeq: seq,
})

describe('what an account comes to', () => {
  test('is what was fetched, then what is pushed', async () => {
    const { asked, tell, following, seen } = stage()
    void following.refresh()
    await asked[0]?.answer(answerOf(7))
    assert.deepEqual(seen(), figures(7, '100.000000', '5.000000'))
    tell('FOREX_TRADE', pushOf(8))
    assert.deepEqual(seen(), figures(8, '100.000000', '6.000000'))
    assert.equal(asked.length, 1)
  })

  test('is never older than what was shown, whichever way the older comes', async () => {
    const { asked, tell, following, seen } = stage()
    tell('FOREX_TRADE', pushOf(9))
    assert.deepEqual(seen(), figures(9, '100.000000', '6.000000'))
    void following.refresh()
    await asked[0]?.answer(answerOf(7))
    assert.deepEqual(seen(), figures(9, '100.000000', '6.000000'))
    tell('FOREX_TRADE', pushOf(8))
    assert.deepEqual(seen(), figures(9, '100.000000', '6.000000'))
  })

  test('of the same prices is what was told last', async () => {
    const { asked, tell, following, seen } = stage()
    void following.refresh()
    await asked[0]?.answer(answerOf(7, '100.000000'))
    void following.refresh()
    await asked[1]?.answer(answerOf(7, '200.000000'))
    assert.deepEqual(seen(), figures(7, '200.000000', '5.000000'))
    void following.refresh()
    tell('FOREX_TRADE', pushOf(7, '300.000000'))
    await asked.at(-1)?.answer(answerOf(7, '200.000000'))
    assert.deepEqual(seen(), figures(7, '300.000000', '6.000000'))
  })

  test('is not taken back by an answer that was on its way when the newer was pushed', async () => {
    const { asked, tell, following, seen } = stage()
    void following.refresh()
    await asked[0]?.answer(answerOf(7))
    tell('reconnect', undefined)
    tell('FOREX_TRADE', { ...pushOf(7), NetValue: '1.000000' })
    await asked[1]?.answer(answerOf(7))
    assert.deepEqual(seen(), { ...figures(7, '100.000000', '6.000000'), netValue: '1.000000' })
  })

  test('is fetched again after a reconnect and after a close, but not where nothing was closed', async () => {
    const { asked, tell, following } = stage()
    void following.refresh()
    await asked[0]?.answer(answerOf(1))
    tell('reconnect', undefined)
    assert.equal(asked.length, 2)
    await asked[1]?.answer(answerOf(2))
    tell('FOREX_CLOSED', [4])
    assert.equal(asked.length, 3)
    await asked[2]?.answer(answerOf(3))
    tell('FOREX_CLOSED', [])
    assert.equal(asked.length, 3)
  })

  test('fetches one at a time: the one under way is given up, and its end says nothing', async () => {
    const { asked, tell, following, seen, shown } = stage()
    void following.refresh()
    tell('FOREX_CLOSED', [1])
    await asked[0]?.answer(answerOf(1))
    assert.deepEqual(shown, [])
    await asked[1]?.answer(answerOf(2))
    assert.deepEqual(seen(), figures(2, '100.000000', '5.000000'))
  })
})

describe('a fetch that fails', () => {
  test('is told while nothing is known, until another brings it', async () => {
    const { asked, following, seen } = stage()
    void following.refresh()
    await asked[0]?.fail()
    assert.equal(seen(), 'failed')
    void following.refresh()
    await asked[1]?.answer(answerOf(1))
    assert.deepEqual(seen(), figures(1, '100.000000', '5.000000'))
  })

  test('is one that was not answered in time, too', async () => {
    const { timers, following, seen } = stage()
    const landed = following.refresh()
    timers.advance(longestFetchMs)
    await landed
    assert.deepEqual([seen(), timers.pending()], ['failed', []])
  })

  test('leaves what is known', async () => {
    const { asked, following, seen } = stage()
    void following.refresh()
    await asked[0]?.answer(answerOf(1))
    void following.refresh()
    await asked[1]?.fail()
    assert.deepEqual(seen(), figures(1, '100.000000', '5.000000'))
  })
})

test('once it has ended nothing is listened to and nothing is shown', async () => {
  const { asked, handlers, following, shown } = stage()
  assert.deepEqual([...handlers.keys()], ['FOREX_TRADE', 'FOREX_CLOSED', 'reconnect'])
  void following.refresh()
  following.end()
  assert.equal(handlers.size, 0)
  await asked[0]?.answer(answerOf(1))
  assert.deepEqual(shown, [])
})

test('in whatever order pushes and answers come, what is shown never goes back', async () => {
  const told = fc.record({ seq: fc.integer({ min: 1, max: 9 }), isPush: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(told, { maxLength: 12 }), async (story) => {
      const { asked, tell, following, shown } = stage()
      for (const { seq, isPush } of story) {
        if (isPush) tell('FOREX_TRADE', pushOf(seq))
        else {
          void following.refresh()
          await asked.at(-1)?.answer(answerOf(seq))
        }
      }
      const seqs = shown.map((state) => (state.kind === 'known' ? state.amounts.quoteSeq : 0))
      assert.deepEqual(
        seqs,
        seqs.toSorted((one, other) => one - other),
      )
      assert.equal(seqs.at(-1), story.length === 0 ? undefined : Math.max(...story.map(({ seq }) => seq)))
    }),
    { numRuns: 100 },
  )
})
