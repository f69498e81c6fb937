import type { CancelTimer } from '#browser/platform/timers.ts'
import { type AccountAmounts, amountsOfPush, compareAge } from '#contract/account-from-wire.ts'
import {
  type AccountPush,
  type ClosedPush,
  type OrdersPush,
  ownClosedTopic,
  ownOrdersTopic,
  ownTradesTopic,
} from '#contract/live.ts'
import { orderFromWire, type ShownOrder } from '#contract/order-from-wire.ts'
import { createAccountNotifications } from '#web/portfolio/account-notifications.ts'
import { endedOf, withChangedOrders } from '#web/portfolio/changed-orders.ts'
import { type FetchedOrders, fetchActiveOrders } from '#web/portfolio/fetch-active-orders.ts'
import type {
  ActiveOrders,
  LiveOrderFigures,
  MarginNotice,
  PortfolioState,
  PortfolioSync,
  PortfolioSyncParts,
} from '#web/portfolio/portfolio-types.ts'
import { createRefetcher } from '#web/portfolio/refetcher.ts'
import { createVersionSequence } from '#web/portfolio/version-sequence.ts'

type Figures = ReadonlyMap<number, LiveOrderFigures>
/** One pushed change of the orders, with the age of its figures. */
type OrdersChange = Pick<AccountAmounts, 'version' | 'quoteSeq'> & { readonly orders: readonly ShownOrder[] }

/** After an action of the user, its change should have been pushed within this time. */
export const pushWaitMs = 3_000

/**
 * Merges fetched lists with pushes, and never replaces newer figures with older ones. Pushed changes are applied in the
 * order of their versions. If one is missing, the lists are fetched.
 */
export function startPortfolioSync(parts: PortfolioSyncParts): PortfolioSync {
  const { call, live, timers, getState, setState } = parts
  const notifications = createAccountNotifications(parts)
  const endedIds = new Set<number>()
  let latest: AccountAmounts | undefined
  const versions = createVersionSequence<OrdersChange>()
  const cancelWaits = new Set<CancelTimer>()
  let isStopped = false

  function update(next: Partial<PortfolioState>): void {
    if (!isStopped) setState({ ...getState(), ...next })
  }
  function applyPush(push: AccountPush): void {
    const amounts = amountsOfPush(push)
    versions.announce(amounts.version)
    fetchIfBehind()
    if (latest !== undefined && compareAge(amounts, latest) < 0) return
    latest = amounts
    const pushed = push.TransOrder.map(
      ({ Id, UpdatePrice, FactProfits }) =>
        [Id, { closingPrice: UpdatePrice, profit: FactProfits }] satisfies [number, LiveOrderFigures],
    )
    const notice = noticeOf(push)
    update({
      funds: { kind: 'known', amounts },
      figures: reuseUnchanged(getState().figures, new Map(pushed)),
      notice: notice?.id === getState().notice?.id ? getState().notice : notice,
    })
    notifications.marginCallReceived(notice)
  }
  /** The lists of an older version than the shown ones are ignored: pushes have brought more. */
  function applyLists(orders: FetchedOrders): boolean {
    const shown = versions.version()
    const isUseful = shown === undefined || (orders.version !== undefined && orders.version >= shown)
    if (isUseful) showLists(orders)
    if (isUseful && orders.version !== undefined)
      for (const change of versions.loaded(orders.version)) showChange(change)
    return orders.version !== undefined && !versions.isBehind()
  }
  function showLists(orders: FetchedOrders): void {
    const open = orders.open.filter(isActive)
    const pending = orders.pending.filter(isActive)
    const before = getState().activeOrders
    const isNewer = latest === undefined || (orders.isConsistent && compareAge(orders.amounts, latest) >= 0)
    if (isNewer) latest = orders.amounts
    update({
      activeOrders: { status: 'ready', open, pending },
      figures: figuresOf(open, new Set(isNewer ? open.map(({ id }) => id) : [])),
      ...(latest === undefined ? {} : { funds: { kind: 'known', amounts: latest } }),
    })
    notifications.ordersLoaded(before, open)
    if (orders.version !== undefined) endMissing(before, [...open, ...pending])
  }
  function applyOrdersPush({ Version, QuoteSeq, Orders }: OrdersPush): void {
    if (isStopped) return
    versions.announce(Version)
    if (Orders !== null) {
      const orders = Orders.map(orderFromWire)
      notifications.ordersPushed(orders)
      const change = { version: Version, quoteSeq: QuoteSeq, orders }
      for (const next of versions.accept(Version, change)) showChange(next)
    }
    fetchIfBehind()
  }
  function showChange({ orders, ...age }: OrdersChange): void {
    const before = getState().activeOrders
    const changed = orders.filter(isActive)
    const ended = endedOf(before, changed)
    const activeOrders = withChangedOrders(before, changed)
    if (activeOrders === before) return
    const isNewer = latest === undefined || compareAge(age, latest) >= 0
    const stale = isNewer ? new Set(changed.map(({ id }) => id)) : new Set<number>()
    update({ activeOrders, figures: figuresOf(activeOrders.open, stale) })
    notifications.ordersLoaded(before, activeOrders.open)
    endOrders(ended)
  }
  function fetchIfBehind(): void {
    if (versions.isBehind()) lists.fetchIfIdle()
  }
  /** With a connection, a change that the lists lack is pushed, and a missing push is noticed by its version. */
  function refreshIfOutdated(): void {
    if (isStopped) return
    if (live.state.getSnapshot() === 'up') fetchIfBehind()
    else void lists.refresh()
  }
  /** Reports orders that ended while no push could be received. */
  function endMissing(before: ActiveOrders, left: readonly ShownOrder[]): void {
    const still = new Set(left.map(({ id }) => id))
    endOrders([...before.open, ...before.pending].map(({ id }) => id).filter((id) => !still.has(id)))
  }
  /** Uses the shown figures, or those of the orders themselves if they are newer or nothing is shown yet. */
  function figuresOf(open: readonly ShownOrder[], newer: ReadonlySet<number>): Figures {
    const shown = getState().figures
    const next = open.map(({ id, closingPrice, profit }) => {
      const known = newer.has(id) ? undefined : shown.get(id)
      return [id, known ?? { closingPrice, profit }] as const
    })
    return reuseUnchanged(shown, new Map(next))
  }
  function fail(): void {
    const { funds, activeOrders } = getState()
    update({
      funds: funds.kind === 'known' ? funds : { kind: 'failed' },
      activeOrders: activeOrders.status === 'ready' ? activeOrders : { ...activeOrders, status: 'failed' },
    })
  }
  function isActive({ id }: ShownOrder): boolean {
    return !endedIds.has(id)
  }
  function applyEnded(ids: ClosedPush): void {
    if (ids.length > 0 && !isStopped) endOrders(ids)
  }
  /** Anything may have been missed, even the restart of a server with older data. */
  function reconnected(): void {
    versions.reset()
    latest = undefined
    void lists.refresh()
  }
  function awaitChange(since: number | undefined): void {
    if (isStopped) return
    if (since === undefined || versions.version() === undefined) return void lists.refresh()
    const isHere = () => (versions.version() ?? since) > since
    if (isHere()) return
    const cancel = timers.after(pushWaitMs, () => {
      cancelWaits.delete(cancel)
      if (!isHere()) void lists.refresh()
    })
    cancelWaits.add(cancel)
  }
  /** Removes and reports ended orders, each of them once. */
  function endOrders(ids: readonly number[]): void {
    const ended = ids.filter((id) => !endedIds.has(id))
    if (ended.length === 0) return
    for (const id of ended) remember(endedIds, id)
    const { activeOrders } = getState()
    update({
      activeOrders: {
        ...activeOrders,
        open: activeOrders.open.filter(isActive),
        pending: activeOrders.pending.filter(isActive),
      },
    })
    parts.notifyEnded(ended)
    notifications.ordersEnded(ended)
  }
  const lists = createRefetcher<FetchedOrders>({
    timers,
    fetch: (signal) => fetchActiveOrders(call, signal),
    apply: applyLists,
    failed: fail,
  })
  const unsubscribes = [
    live.subscribe<AccountPush>(ownTradesTopic, ({ data }) => applyPush(data)),
    live.subscribe<ClosedPush>(ownClosedTopic, ({ data }) => applyEnded(data)),
    live.subscribe<OrdersPush>(ownOrdersTopic, ({ data, snapshot }) => {
      if (!snapshot) applyOrdersPush(data)
    }),
    live.onReconnect(reconnected),
  ]
  return {
    refresh: lists.refresh,
    refreshIfOutdated,
    version: versions.version,
    awaitChange,
    reportEnds: notifications.ordersEnded,
    stop() {
      isStopped = true
      lists.stop()
      for (const cancel of cancelWaits) cancel()
      notifications.stop()
      for (const unsubscribe of unsubscribes) unsubscribe()
    },
  }
}

/** More orders than can end while an outdated answer is on its way. */
const maxRemembered = 5_000

function remember(ids: Set<number>, id: number): void {
  ids.add(id)
  for (const oldest of ids) {
    if (ids.size <= maxRemembered) break
    ids.delete(oldest)
  }
}

function noticeOf({ Notice }: AccountPush): MarginNotice | null {
  return Notice === null ? null : { id: Notice.Id, marginLevel: Notice.HazardRate, at: Notice.CreatedAt }
}

/** The next figures with unchanged objects taken from the current ones, so that only changed cards render. */
function reuseUnchanged(current: Figures, next: Figures): Figures {
  const kept = new Map<number, LiveOrderFigures>()
  for (const [id, figures] of next) {
    const last = current.get(id)
    const isSame = last?.profit === figures.profit && last.closingPrice === figures.closingPrice
    kept.set(id, isSame ? last : figures)
  }
  return kept
}
