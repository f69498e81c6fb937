import type { CancelTimer } from '#browser/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { Session } from '#browser/session/session.ts'
import type {
  Portfolio,
  PortfolioState,
  PortfolioSync,
  PortfolioSyncParts,
} from '#web/portfolio/portfolio-types.ts'

type Parts = Omit<PortfolioSyncParts, 'setState' | 'getState' | 'notifyEnded' | 'isExpected'> & {
  readonly session: Session
  /** Loads the code with the first session: a visitor does not need it. */
  readonly load: () => Promise<(parts: PortfolioSyncParts) => PortfolioSync>
}

const retryMs = 5_000

const emptyState: PortfolioState = {
  funds: { kind: 'loading' },
  activeOrders: { status: 'loading', open: [], pending: [] },
  figures: new Map(),
  notice: null,
}

/** One store for everything, so that two screens never show figures of different times. */
export function createPortfolio({ session, load, ...parts }: Parts): Portfolio {
  const state = createValueStore(emptyState)
  const listeners = new Set<(ids: readonly number[]) => void>()
  const expected = new Set<number>()
  const unreported: number[] = []
  let currentToken: string | undefined
  let sync: PortfolioSync | undefined
  let cancelRetry: CancelTimer | undefined

  async function refresh(): Promise<void> {
    const token = currentToken
    if (token === undefined) return
    const startSync = await load().catch(() => undefined)
    // The session has changed while the code was loading.
    if (currentToken !== token) return
    if (startSync === undefined) return retryLater(token)
    sync ??= startSync({
      ...parts,
      setState: state.set,
      getState: state.getSnapshot,
      notifyEnded,
      isExpected,
    })
    await sync.refresh()
  }
  function notifyEnded(ids: readonly number[]): void {
    for (const listener of [...listeners]) listener(ids)
  }
  /** Removes the expectation, because it counts only once. */
  function isExpected(orderId: number): boolean {
    return expected.delete(orderId)
  }
  /** Reports orders whose expectations are revoked together in one batch: a reset may concern every order. */
  function reportLater(orderId: number): void {
    if (unreported.push(orderId) === 1) queueMicrotask(() => sync?.reportEnds(unreported.splice(0)))
  }
  /** Without a retry, nothing would load the code again. */
  function retryLater(token: string): void {
    showFailed()
    cancelRetry?.()
    cancelRetry = parts.timers.after(retryMs, () => {
      if (currentToken === token) void refresh()
    })
  }
  function showFailed(): void {
    if (state.getSnapshot() !== emptyState) return
    state.set({
      ...emptyState,
      funds: { kind: 'failed' },
      activeOrders: { ...emptyState.activeOrders, status: 'failed' },
    })
  }
  function sessionChanged(): void {
    const token = session.getSnapshot()
    if (token === currentToken) return
    currentToken = token
    sync?.stop()
    sync = undefined
    expected.clear()
    state.set(emptyState)
    void refresh()
  }
  function select<Value>(pick: (state: PortfolioState) => Value): ReadableStore<Value> {
    return { subscribe: state.subscribe, getSnapshot: () => pick(state.getSnapshot()) }
  }
  session.subscribe(sessionChanged)
  sessionChanged()
  return {
    funds: select(({ funds }) => funds),
    activeOrders: select(({ activeOrders }) => activeOrders),
    figures: (orderId) => select(({ figures }) => figures.get(orderId)),
    notice: select(({ notice }) => notice),
    refresh,
    refreshIfOutdated() {
      if (sync === undefined) void refresh()
      else sync.refreshIfOutdated()
    },
    onEnded(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    expectChange() {
      const token = currentToken
      const since = sync?.version()
      return () => {
        if (currentToken === token) sync?.awaitChange(since)
      }
    },
    expectEnd(orderId) {
      const token = currentToken
      expected.add(orderId)
      return () => {
        const hasEnded = !expected.delete(orderId)
        if (hasEnded && currentToken === token) reportLater(orderId)
      }
    },
  }
}
