import type { ShownOrder } from '#contract/order-from-wire.ts'
import { formatMicros, micros, parseMicros } from '#core/money/amounts.ts'
import { add } from '#core/money/safe-integer.ts'
import type { Translate } from '#i18n/translator.ts'
import type { TradingKey } from '#i18n/web/trading/en.ts'
import { figureText, signOf } from '#ui/figure-format.ts'
import type { ToastTone } from '#ui/toasts-store.ts'
import { endCauseKey } from '#web/portfolio/end-cause.ts'
import { createEndedOrders } from '#web/portfolio/ended-orders.ts'
import type { ActiveOrders, MarginNotice, PortfolioSyncParts } from '#web/portfolio/portfolio-types.ts'

/** Toasts about events of the account that the user did not cause in this tab, each shown once. */
export type AccountNotifications = {
  readonly ordersEnded: (ids: readonly number[]) => void
  /** Takes the orders of a pushed change: they tell why an order has ended. */
  readonly ordersPushed: (orders: readonly ShownOrder[]) => void
  /** Compares with the previous lists: an order that was pending and is open now was filled. */
  readonly ordersLoaded: (before: ActiveOrders, open: readonly ShownOrder[]) => void
  readonly marginCallReceived: (notice: MarginNotice | null) => void
  readonly stop: () => void
}

type Parts = Pick<PortfolioSyncParts, 'call' | 'timers' | 'random' | 'translations' | 'toasts' | 'isExpected'>

/** If more orders than this end for the same cause, they share one toast. */
const maxToasts = 3

export function createAccountNotifications(parts: Parts): AccountNotifications {
  const { translations, toasts, isExpected } = parts
  const endedOrders = createEndedOrders(parts)
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
    const orders = await endedOrders.find(ids)
    const groups = groupByCause(orders)
    for (const [key, sameCause] of groups) {
      // If all orders found share a cause, it is assumed for those that were not found too.
      const count = groups.size === 1 ? ids.size : sameCause.length
      if (count > maxToasts) await showToast('neutral', (t) => describeMany(sameCause, count, t(key), t))
      else for (const order of sameCause) await showToast(toneOf(order), (t) => describeOrder(order, t))
    }
  }
  return {
    ordersEnded(ids) {
      const unexpected = new Set(ids.filter((id) => !isExpected(id)))
      if (unexpected.size > 0) ignoreFailure(reportEnds(unexpected))
    },
    ordersPushed: endedOrders.pushed,
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
      endedOrders.stop()
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
