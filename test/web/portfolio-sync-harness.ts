import assert from 'node:assert/strict'
import type { Call, CallRequest } from '#browser/calls/call-request.ts'
import type { LiveState } from '#browser/live/reconnecting-connection.ts'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import { createValueStore } from '#browser/platform/value-store.ts'
import type { OrderFields } from '#contract/calls/order-fields.ts'
import type { MyDealAnswer } from '#contract/calls/trading.ts'
import { storedInMemory } from '#test/fakes/stored-in-memory.ts'
import { dealAt } from '#test/wire/account-fixtures.ts'
import type { ToastRequest } from '#ui/toasts-store.ts'
import type { Push } from '#web/live/topics.ts'
import { orderWaitMs } from '#web/portfolio/ended-orders.ts'
import { startPortfolioSync } from '#web/portfolio/portfolio-sync.ts'
import type { PortfolioState } from '#web/portfolio/portfolio-types.ts'
import { createWebTranslations } from '#web/stores/translations.ts'

type Request = {
  readonly input: { readonly status?: number; readonly page?: number; readonly limit?: number }
  readonly answer: (answer: MyDealAnswer) => void
  readonly fail: () => void
}

type Lists = {
  readonly open?: readonly OrderFields[]
  readonly pending?: readonly OrderFields[]
  readonly version?: number
}

const translations = await createWebTranslations({
  stored: storedInMemory('en'),
  preferred: [],
  reportError: assert.fail,
})
export const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A portfolio sync whose calls and pushes the test controls. */
export function createSyncFixture() {
  const requests: Request[] = []
  const call = (({ input = {}, signal }: CallRequest) =>
    new Promise<MyDealAnswer>((resolve, reject) => {
      const fail = () => reject(new Error('no connection'))
      signal?.addEventListener('abort', fail)
      requests.push({ input: input as Request['input'], answer: resolve, fail })
    })) as unknown as Call
  const handlers = new Map<string, (push: Push<never>) => void>()
  const connection = createValueStore<LiveState>('up')
  const live = {
    state: connection,
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
  const getState = () => shown.at(-1) ?? start
  const toasts: ToastRequest[] = []
  const ended: number[] = []
  const expected = new Set<number>()
  const timers = createFakeTimers()
  const sync = startPortfolioSync({
    ...{ call, live, timers, translations, getState, random: () => 0 },
    setState: (state) => shown.push(state),
    toasts: { show: (toast) => toasts.push(toast) },
    notifyEnded: (ids) => ended.push(...ids),
    isExpected: (id) => expected.delete(id),
  })
  const receive = (topic: string, data: unknown) =>
    handlers.get(topic)?.({ data, snapshot: false } as Push<never>)
  /** Answers the latest request for both lists. */
  async function answer(seq: number, { open = [], pending = [], version = 1 }: Lists = {}) {
    for (const { input, answer: respond } of requests.slice(-2))
      respond(dealAt(seq, input.status === 1 ? open : pending, { Version: version }))
    await settled()
  }
  async function fail() {
    for (const one of requests.slice(-2)) one.fail()
    await settled()
  }
  /** Waits until the orders that no push contained are looked up, and answers with this history. */
  async function answerHistory(over: readonly OrderFields[]) {
    timers.advance(orderWaitMs)
    requests.find(({ input }) => input.status === 3)?.answer(dealAt(2, over))
    await settled()
  }
  const historyReads = () => requests.filter(({ input }) => input.status === 3).length
  const ids = () => {
    const { open, pending } = getState().activeOrders
    return [open.map(({ id }) => id), pending.map(({ id }) => id)]
  }
  return {
    requests,
    receive,
    handlers,
    connection,
    shown,
    getState,
    timers,
    sync,
    answer,
    answerHistory,
    historyReads,
    fail,
    ids,
    toasts,
    ended,
    expected,
  }
}
