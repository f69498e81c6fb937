import { orderFromWire, type ShownOrder } from '#contract/order-from-wire.ts'
import { formatMicros, micros, parseMicros } from '#core/money/amounts.ts'
import { add } from '#core/money/safe-integer.ts'
import type { Translate } from '#i18n/translator.ts'
import type { TradingKey } from '#i18n/web/trading/en.ts'
import { figureText, signOf } from '#ui/figure-format.ts'
import type { ToastTone } from '#ui/toasts-store.ts'
import { readOrders } from '#web/calls/trading.ts'
import { endCauseKey } from '#web/portfolio/end-cause.ts'
import type { ActiveOrders, MarginNotice, PortfolioSyncParts } from '#web/portfolio/portfolio-types.ts'

/** Toasts about events of the account that the user did not cause in this tab, each shown once. */
export type AccountNotifications = {
  readonly ordersEnded: (ids: readonly number[]) => void
  /** Compares with the previous lists: an order that was pending and is open now was filled. */
  readonly ordersLoaded: (before: ActiveOrders, open: readonly ShownOrder[]) => void
  readonly marginCallReceived: (notice: MarginNotice | null) => void
  readonly stop: () => void
}

type Parts = Pick<PortfolioSyncParts, 'call' | 'timers' | 'translations' | 'toasts' | 'isExpected'>

/** If more orders than this end for the same cause, they share one toast. */
const maxToasts = 3
/** Number of orders from the history in which the cause is looked up. */
const historyLimit = 100
const retryMs = 2_000

export function createAccountNotifications({
  call,
  timers,
  translations,
  toasts,
  isExpected,
}: Parts): AccountNotifications {
  let lastNotice: number | undefined
  let isStopped = false

  async function showToast(tone: ToastTone, text: (t: Translate<TradingKey>) => string): Promise<void> {
    const t = await translations.loadDictionary('trading')
    if (!isStopped) toasts.show({ text: text(t), tone })
  }
  /** A toast that failed is not retried: the history has the same information. */
  function ignoreFailure(shown: Promise<void>): void {
    shown.catch(() => undefined)
  }
  async function reportEnds(ids: ReadonlySet<number>): Promise<void> {
    const history = () => readOrders(call, { status: 3, limit: historyLimit }, { background: true })
    const read = async () => (await history()).data.filter(({ Id }) => ids.has(Id))
    const first = await read().catch(() => [])
    // The request is repeated once if it failed or if orders are missing from the history.
    const isComplete = first.length >= Math.min(ids.size, historyLimit)
    const orders = (isComplete ? first : await retryLater(read)).map(orderFromWire)
    const groups = groupByCause(orders)
    for (const [key, sameCause] of groups) {
      // If all orders found share a cause, it is assumed for those beyond the history limit too.
      const count = groups.size === 1 ? ids.size : sameCause.length
      if (count > maxToasts) await showToast('neutral', (t) => describeMany(sameCause, count, t(key), t))
      else for (const order of sameCause) await showToast(toneOf(order), (t) => describeOrder(order, t))
    }
  }
  function retryLater<Answer>(request: () => Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      timers.after(retryMs, () => void request().then(resolve, reject))
    })
  }
  return {
    ordersEnded(ids) {
      const unexpected = new Set(ids.filter((id) => !isExpected(id)))
      if (unexpected.size > 0) ignoreFailure(reportEnds(unexpected))
    },
    ordersLoaded(before, open) {
      const pendingIds = new Set(before.pending.map(({ id }) => id))
      const filled = open.filter(({ id }) => pendingIds.has(id))
      if (filled.length > maxToasts)
        return ignoreFailure(showToast('neutral', (t) => t('order.opened_many', { count: filled.length })))
      for (const order of filled)
        ignoreFailure(
          showToast('neutral', (t) =>
            t('order.opened', { market: order.market.showCode, price: figureText(order.openPrice) }),
          ),
        )
    },
    marginCallReceived(notice) {
      if (notice === null || notice.id === lastNotice) return
      lastNotice = notice.id
      ignoreFailure(
        showToast('warn', (t) => t('notice.margin_call', { rate: figureText(notice.marginLevel) })),
      )
    },
    stop() {
      isStopped = true
    },
  }
}

function groupByCause(orders: readonly ShownOrder[]): ReadonlyMap<TradingKey, readonly ShownOrder[]> {
  const groups = new Map<TradingKey, ShownOrder[]>()
  for (const order of orders)
    groups.set(endCauseKey(order), [...(groups.get(endCauseKey(order)) ?? []), order])
  return groups
}

function describeOrder(order: ShownOrder, t: Translate<TradingKey>): string {
  const market = order.market.showCode
  const why = t(endCauseKey(order))
  if (order.status !== 'closed') return t('order.ended', { market, why })
  return t('order.ended_with', { market, why, profit: figureText(order.profit, { decimals: 2, plus: true }) })
}

/** Includes the total profit if every order was found and is closed. */
function describeMany(
  orders: readonly ShownOrder[],
  count: number,
  why: string,
  t: Translate<TradingKey>,
): string {
  const isKnown = orders.length === count && orders.every(({ status }) => status === 'closed')
  if (!isKnown) return t('order.ended_many', { count, why })
  const profit = figureText(totalProfit(orders), { decimals: 2, plus: true })
  return t('order.ended_many_with', { count, why, profit })
}

function totalProfit(orders: readonly ShownOrder[]): string {
  const amounts = orders.map(({ profit }) => parseMicros(profit))
  return formatMicros(amounts.reduce((sum, one) => add(sum, one.ok ? one.amount : micros(0)), micros(0)))
}

function toneOf({ status, profit }: ShownOrder): ToastTone {
  if (status !== 'closed') return 'neutral'
  return signOf(profit) < 0 ? 'danger' : 'good'
}
