import { orderFromWire, type ShownOrder } from '#contract/order-from-wire.ts'
import { formatMicros, micros, parseMicros } from '#core/money/amounts.ts'
import { add } from '#core/money/safe-integer.ts'
import type { TradingKey } from '#i18n/trading/en.ts'
import type { Translate } from '#i18n/translator.ts'
import type { WebKey } from '#i18n/web/en.ts'
import { figureText, signOf } from '#ui/figure-format.ts'
import type { ToastTone } from '#ui/toasts-store.ts'
import { readOrders } from '#web/calls/trading.ts'
import { endCauseKey } from '#web/portfolio/end-cause.ts'
import type { ActiveOrders, MarginNotice, PortfolioSyncParts } from '#web/portfolio/portfolio-types.ts'

/** What happened to an account while nobody asked for it is said in a toast, once. */
export type AccountNotifications = {
  readonly ordersEnded: (ids: readonly number[]) => void
  /** A list has come: what was pending before and is open now was filled. */
  readonly ordersLoaded: (before: ActiveOrders, open: readonly ShownOrder[]) => void
  readonly marginCallReceived: (notice: MarginNotice | null) => void
  readonly stop: () => void
}

type Parts = Pick<PortfolioSyncParts, 'call' | 'timers' | 'words' | 'toasts' | 'isExpected'>

/** More than so many of one kind are told together. */
const mostTold = 3
/** How many of the newest are looked through for why they ended. */
const newest = 100
const secondTryMs = 2_000

export function createAccountNotifications({
  call,
  timers,
  words,
  toasts,
  isExpected,
}: Parts): AccountNotifications {
  let lastNotice: number | undefined
  let isOver = false

  async function say(tone: ToastTone, text: (t: Translate<TradingKey>) => string): Promise<void> {
    await words.loadDictionary('trading')
    if (!isOver) toasts.show({ text: text(words.getSnapshot().t as Translate<WebKey | TradingKey>), tone })
  }
  /** What cannot be told now is in the history, whenever somebody looks. */
  function quietly(telling: Promise<void>): void {
    telling.catch(() => undefined)
  }
  async function tellEnded(ids: ReadonlySet<number>): Promise<void> {
    const history = () => readOrders(call, { status: 3, limit: newest }, { initial: true })
    const read = async () => (await history()).data.filter(({ Id }) => ids.has(Id))
    const first = await read().catch(() => [])
    // What is not there yet, or could not be asked for, is asked for once more.
    const isWhole = first.length >= Math.min(ids.size, newest)
    const orders = (isWhole ? first : await later(read)).map(orderFromWire)
    const groups = grouped(orders)
    for (const [key, alike] of groups) {
      // More than were looked through ended together, and those that were say why.
      const count = groups.size === 1 ? ids.size : alike.length
      if (count > mostTold) await say('neutral', (t) => wordsOfMany(alike, count, t(key), t))
      else for (const order of alike) await say(toneOf(order), (t) => wordsOf(order, t))
    }
  }
  function later<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      timers.after(secondTryMs, () => void ask().then(resolve, reject))
    })
  }
  return {
    ordersEnded(ids) {
      const unexpected = new Set(ids.filter((id) => !isExpected(id)))
      if (unexpected.size > 0) quietly(tellEnded(unexpected))
    },
    ordersLoaded(before, open) {
      const waited = new Set(before.pending.map(({ id }) => id))
      const filled = open.filter(({ id }) => waited.has(id))
      if (filled.length > mostTold)
        return quietly(say('neutral', (t) => t('order.opened_many', { count: filled.length })))
      for (const order of filled)
        quietly(
          say('neutral', (t) =>
            t('order.opened', { market: order.market.showCode, price: figureText(order.openPrice) }),
          ),
        )
    },
    marginCallReceived(notice) {
      if (notice === null || notice.id === lastNotice) return
      lastNotice = notice.id
      quietly(say('warn', (t) => t('notice.margin_call', { rate: figureText(notice.riskRate) })))
    },
    stop() {
      isOver = true
    },
  }
}

function grouped(orders: readonly ShownOrder[]): ReadonlyMap<TradingKey, readonly ShownOrder[]> {
  const groups = new Map<TradingKey, ShownOrder[]>()
  for (const order of orders)
    groups.set(endCauseKey(order), [...(groups.get(endCauseKey(order)) ?? []), order])
  return groups
}

function wordsOf(order: ShownOrder, t: Translate<TradingKey>): string {
  const market = order.market.showCode
  const why = t(endCauseKey(order))
  if (order.status !== 'closed') return t('order.ended', { market, why })
  return t('order.ended_with', { market, why, profit: figureText(order.profit, { decimals: 2, plus: true }) })
}

/** What they came to together is said where all of them are known. */
function wordsOfMany(
  orders: readonly ShownOrder[],
  count: number,
  why: string,
  t: Translate<TradingKey>,
): string {
  const isKnown = orders.length === count && orders.every(({ status }) => status === 'closed')
  if (!isKnown) return t('order.ended_many', { count, why })
  const profit = figureText(sumOf(orders), { decimals: 2, plus: true })
  return t('order.ended_many_with', { count, why, profit })
}

function sumOf(orders: readonly ShownOrder[]): string {
  const amounts = orders.map(({ profit }) => parseMicros(profit))
  return formatMicros(amounts.reduce((sum, one) => add(sum, one.ok ? one.amount : micros(0)), micros(0)))
}

function toneOf({ status, profit }: ShownOrder): ToastTone {
  if (status !== 'closed') return 'neutral'
  return signOf(profit) < 0 ? 'danger' : 'good'
}
