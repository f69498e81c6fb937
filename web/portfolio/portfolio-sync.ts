import { type AccountAmounts, amountsOfPush } from '#contract/account-from-wire.ts'
import { type AccountPush, type ClosedPush, ownClosedTopic, ownTradesTopic } from '#contract/live.ts'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { createAccountNotifications } from '#web/portfolio/account-notifications.ts'
import {
  type FetchedOrders,
  fetchActiveOrders,
  inconsistentMark,
} from '#web/portfolio/fetch-active-orders.ts'
import type {
  ActiveOrders,
  LiveOrderFigures,
  MarginNotice,
  PortfolioState,
  PortfolioSync,
  PortfolioSyncParts,
} from '#web/portfolio/portfolio-types.ts'
import { createRefetcher } from '#web/portfolio/refetcher.ts'

type Figures = ReadonlyMap<number, LiveOrderFigures>
/** The fetched lists, and the number of pushes received before the request. */
type Fetched = { readonly orders: FetchedOrders; readonly pushesBefore: number }

/**
 * Merges fetched lists with pushes, and never replaces newer figures with older ones. Of two pushes with the same
 * `QuoteSeq` the later one is newer: the balance may have changed.
 */
export function startPortfolioSync(parts: PortfolioSyncParts): PortfolioSync {
  const { call, live, timers, getState, setState } = parts
  const notifications = createAccountNotifications(parts)
  const endedIds = new Set<number>()
  let latest: AccountAmounts | undefined
  let pushes = 0
  let listedMark: string | undefined
  let isStopped = false

  function update(next: Partial<PortfolioState>): void {
    if (!isStopped) setState({ ...getState(), ...next })
  }
  function applyPush(push: AccountPush): void {
    const amounts = amountsOfPush(push)
    // A push with older prices may still include orders that the lists lack.
    if (listedMark !== push.OrdersMark) lists.invalidate()
    if (latest !== undefined && amounts.quoteSeq < latest.quoteSeq) return
    pushes += 1
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
  function applyLists({ orders, pushesBefore }: Fetched): boolean {
    const isLatest = pushesBefore === pushes
    listedMark = orders.ordersMark
    const open = orders.open.filter(isActive)
    const pending = orders.pending.filter(isActive)
    const before = getState().activeOrders
    const lead = orders.amounts.quoteSeq - (latest?.quoteSeq ?? -1)
    const isNewer = latest === undefined || (orders.isConsistent && (lead > 0 || (lead === 0 && isLatest)))
    if (isNewer) latest = orders.amounts
    update({
      activeOrders: { status: 'ready', open, pending },
      figures: mergeFigures(open, isNewer),
      ...(latest === undefined ? {} : { funds: { kind: 'known', amounts: latest } }),
    })
    notifications.ordersLoaded(before, open)
    const isComplete = orders.ordersMark !== inconsistentMark
    if (isComplete) endMissing(before, [...open, ...pending])
    return isComplete
  }
  /** Reports orders that ended while no push could be received. */
  function endMissing(before: ActiveOrders, left: readonly ShownOrder[]): void {
    const still = new Set(left.map(({ id }) => id))
    endOrders([...before.open, ...before.pending].map(({ id }) => id).filter((id) => !still.has(id)))
  }
  /** Uses the fetched figures if they are newer or nothing was pushed yet, else the pushed figures. */
  function mergeFigures(open: readonly ShownOrder[], isNewer: boolean): Figures {
    const shown = getState().figures
    const next = open.map(({ id, closingPrice, profit }) => {
      const pushed = shown.get(id)
      return [id, pushed === undefined || isNewer ? { closingPrice, profit } : pushed] as const
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
    if (ids.length === 0 || isStopped) return
    endOrders(ids)
    lists.invalidate()
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
  const lists = createRefetcher<Fetched>({
    timers,
    async fetch(signal) {
      const pushesBefore = pushes
      return { orders: await fetchActiveOrders(call, signal), pushesBefore }
    },
    apply: applyLists,
    failed: fail,
  })
  const unsubscribes = [
    live.subscribe<AccountPush>(ownTradesTopic, ({ data }) => applyPush(data)),
    live.subscribe<ClosedPush>(ownClosedTopic, ({ data }) => applyEnded(data)),
    live.onReconnect(() => void lists.refresh()),
  ]
  return {
    refresh: lists.refresh,
    reportEnds: notifications.ordersEnded,
    stop() {
      isStopped = true
      lists.stop()
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
