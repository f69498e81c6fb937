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
  MarginNotice,
  OrderFigures,
  PortfolioState,
  PortfolioSync,
  PortfolioSyncParts,
} from '#web/portfolio/portfolio-types.ts'
import { createRefetcher } from '#web/portfolio/refetcher.ts'

type Figures = ReadonlyMap<number, OrderFigures>
/** The lists, and how many pushes had been heard when they were asked for. */
type Fetched = { readonly read: FetchedOrders; readonly heard: number }

/**
 * Follows one account: the lists that were fetched, and what is pushed since. Never shows what is older than what it has
 * shown. A push of the same prices may tell of another balance, and then is the newer one: pushes come in order.
 */
export function startPortfolioSync(parts: PortfolioSyncParts): PortfolioSync {
  const { call, live, timers, getState: now, setState: show } = parts
  const news = createAccountNotifications(parts)
  const over = new Set<number>()
  let known: AccountAmounts | undefined
  let pushes = 0
  let listedMark: string | undefined
  let isOver = false

  function change(next: Partial<PortfolioState>): void {
    if (!isOver) show({ ...now(), ...next })
  }
  function hear(push: AccountPush): void {
    const amounts = amountsOfPush(push)
    // Older prices, but perhaps orders that the lists do not know yet.
    if (listedMark !== push.OrdersMark) lists.invalidate()
    if (known !== undefined && amounts.quoteSeq < known.quoteSeq) return
    pushes += 1
    known = amounts
    const told = push.TransOrder.map(
      ({ Id, UpdatePrice, FactProfits }) =>
        [Id, { closingPrice: UpdatePrice, profit: FactProfits }] satisfies [number, OrderFigures],
    )
    const notice = noticeOf(push)
    change({
      funds: { kind: 'known', amounts },
      figures: settled(now().figures, new Map(told)),
      notice: notice?.id === now().notice?.id ? now().notice : notice,
    })
    news.marginCallReceived(notice)
  }
  function take({ read, heard }: Fetched): boolean {
    const isLatest = heard === pushes
    listedMark = read.ordersMark
    const open = read.open.filter(stands)
    const pending = read.pending.filter(stands)
    const before = now().activeOrders
    const lead = read.amounts.quoteSeq - (known?.quoteSeq ?? -1)
    const isNewer = known === undefined || (read.isConsistent && (lead > 0 || (lead === 0 && isLatest)))
    if (isNewer) known = read.amounts
    change({
      activeOrders: { status: 'ready', open, pending },
      figures: figuresWith(open, isNewer),
      ...(known === undefined ? {} : { funds: { kind: 'known', amounts: known } }),
    })
    news.ordersLoaded(before, open)
    const isWhole = read.ordersMark !== inconsistentMark
    if (isWhole) missed(before, [...open, ...pending])
    return isWhole
  }
  /** What ended while nothing could be heard is told all the same. */
  function missed(before: ActiveOrders, left: readonly ShownOrder[]): void {
    const still = new Set(left.map(({ id }) => id))
    endOf([...before.open, ...before.pending].map(({ id }) => id).filter((id) => !still.has(id)))
  }
  /** Those that were fetched where they are newer, or where nothing was pushed of an order yet. */
  function figuresWith(open: readonly ShownOrder[], isNewer: boolean): Figures {
    const shown = now().figures
    const next = open.map(({ id, closingPrice, profit }) => {
      const pushed = shown.get(id)
      return [id, pushed === undefined || isNewer ? { closingPrice, profit } : pushed] as const
    })
    return settled(shown, new Map(next))
  }
  function fail(): void {
    const { funds, activeOrders: standing } = now()
    change({
      funds: funds.kind === 'known' ? funds : { kind: 'failed' },
      activeOrders: standing.status === 'ready' ? standing : { ...standing, status: 'failed' },
    })
  }
  function stands({ id }: ShownOrder): boolean {
    return !over.has(id)
  }
  function hearEnded(ids: ClosedPush): void {
    if (ids.length === 0 || isOver) return
    endOf(ids)
    lists.invalidate()
  }
  /** Each is told once, however it became known. */
  function endOf(ids: readonly number[]): void {
    const ended = ids.filter((id) => !over.has(id))
    if (ended.length === 0) return
    for (const id of ended) remember(over, id)
    const { activeOrders: standing } = now()
    change({
      activeOrders: {
        ...standing,
        open: standing.open.filter(stands),
        pending: standing.pending.filter(stands),
      },
    })
    parts.notifyEnded(ended)
    news.ordersEnded(ended)
  }
  const lists = createRefetcher<Fetched>({
    timers,
    async fetch(signal) {
      const heard = pushes
      return { read: await fetchActiveOrders(call, signal), heard }
    },
    take,
    failed: fail,
  })
  const leaves = [
    live.subscribe<AccountPush>(ownTradesTopic, ({ data }) => hear(data)),
    live.subscribe<ClosedPush>(ownClosedTopic, ({ data }) => hearEnded(data)),
    live.onReconnect(() => void lists.refresh()),
  ]
  return {
    refresh: lists.refresh,
    reportEnds: news.ordersEnded,
    stop() {
      isOver = true
      lists.stop()
      news.stop()
      for (const leave of leaves) leave()
    },
  }
}

/** Long enough for any answer that is still on its way to have come. */
const mostRemembered = 5_000

function remember(ids: Set<number>, id: number): void {
  ids.add(id)
  for (const oldest of ids) {
    if (ids.size <= mostRemembered) break
    ids.delete(oldest)
  }
}

function noticeOf({ Notice }: AccountPush): MarginNotice | null {
  return Notice === null ? null : { id: Notice.Id, riskRate: Notice.HazardRate, at: Notice.CreatedAt }
}

/** The next figures, made of the present ones wherever they say the same: only what is new is shown anew. */
function settled(present: Figures, next: Figures): Figures {
  const kept = new Map<number, OrderFigures>()
  for (const [id, figures] of next) {
    const last = present.get(id)
    const isSame = last?.profit === figures.profit && last.closingPrice === figures.closingPrice
    kept.set(id, isSame ? last : figures)
  }
  return kept
}
