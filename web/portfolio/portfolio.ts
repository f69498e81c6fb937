// The door of the portfolio room: what the browser knows of the account of the session.

import type { CancelTimer } from '#web/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#web/platform/value-store.ts'
import type {
  Portfolio,
  PortfolioState,
  PortfolioSync,
  PortfolioSyncParts,
} from '#web/portfolio/portfolio-types.ts'
import type { Session } from '#web/stores/session.ts'

type Parts = Omit<PortfolioSyncParts, 'setState' | 'getState' | 'notifyEnded' | 'isExpected'> & {
  readonly session: Session
  /** Fetched with the first session: somebody who only looks around needs none of it. */
  readonly load: () => Promise<(parts: PortfolioSyncParts) => PortfolioSync>
}

const retryMs = 5_000

const nothingYet: PortfolioState = {
  funds: { kind: 'loading' },
  activeOrders: { status: 'loading', open: [], pending: [] },
  figures: new Map(),
  notice: null,
}

/** One value for everything, so that no two screens can ever show figures of two moments. */
export function createPortfolio({ session, load, ...parts }: Parts): Portfolio {
  const state = createValueStore(nothingYet)
  const listeners = new Set<(ids: readonly number[]) => void>()
  const expected = new Set<number>()
  const late: number[] = []
  let of: string | undefined
  let following: PortfolioSync | undefined
  let cancelRetry: CancelTimer | undefined

  async function refresh(): Promise<void> {
    const token = of
    if (token === undefined) return
    const follow = await load().catch(() => undefined)
    // Another session has its own.
    if (of !== token) return
    if (follow === undefined) return retryLater(token)
    following ??= follow({
      ...parts,
      setState: state.set,
      getState: state.getSnapshot,
      notifyEnded: tellEnded,
      isExpected,
    })
    await following.refresh()
  }
  function tellEnded(ids: readonly number[]): void {
    for (const listener of [...listeners]) listener(ids)
  }
  /** An end is expected once. */
  function isExpected(orderId: number): boolean {
    return expected.delete(orderId)
  }
  /** Whatever is taken back at once is told together: a reset may have ended every order. */
  function tellLate(orderId: number): void {
    if (late.push(orderId) === 1) queueMicrotask(() => following?.reportEnds(late.splice(0)))
  }
  /** Nobody else asks for the code again, and without it nothing of the account is told. */
  function retryLater(token: string): void {
    showFailed()
    cancelRetry?.()
    cancelRetry = parts.timers.after(retryMs, () => {
      if (of === token) void refresh()
    })
  }
  function showFailed(): void {
    if (state.getSnapshot() !== nothingYet) return
    state.set({
      ...nothingYet,
      funds: { kind: 'failed' },
      activeOrders: { ...nothingYet.activeOrders, status: 'failed' },
    })
  }
  function sessionChanged(): void {
    const token = session.getSnapshot()
    if (token === of) return
    of = token
    following?.stop()
    following = undefined
    expected.clear()
    state.set(nothingYet)
    void refresh()
  }
  function part<Value>(pick: (state: PortfolioState) => Value): ReadableStore<Value> {
    return { subscribe: state.subscribe, getSnapshot: () => pick(state.getSnapshot()) }
  }
  session.subscribe(sessionChanged)
  sessionChanged()
  return {
    funds: part(({ funds }) => funds),
    activeOrders: part(({ activeOrders: standing }) => standing),
    figures: (orderId) => part(({ figures }) => figures.get(orderId)),
    notice: part(({ notice }) => notice),
    refresh,
    onEnded(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    expectEnd(orderId) {
      const token = of
      expected.add(orderId)
      return () => {
        const isUsedUp = !expected.delete(orderId)
        if (isUsedUp && of === token) tellLate(orderId)
      }
    },
  }
}
