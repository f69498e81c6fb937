import type { CloseAnswer } from '#contract/calls/close.ts'
import type { DecidedOrderFields } from '#contract/calls/order-fields.ts'
import { formatDecimal } from '#core/money/decimal.ts'
import type { Action } from '#test/crash/load/action.ts'
import type { Answer } from '#test/crash/load/call-client.ts'
import { type PricedMarket, type PricePipe, pricedMarkets } from '#test/crash/load/price-pipe.ts'
import type { SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

export type TraderParts = {
  readonly userId: number
  readonly token: string
  readonly random: SeededRandom
  readonly prices: Pick<PricePipe, 'middle'>
}

/** A demo user who wants something new each time, mostly of what they were told they have. */
export type Trader = Pick<TraderParts, 'userId' | 'token' | 'random'> & {
  readonly next: () => Action
  readonly heard: (action: Action, answer: Answer) => void
}

/** Some of them long closed by a price: that is refused, which is an answer like any other. */
type Known = { readonly id: number; readonly market: PricedMarket; readonly isBuy: boolean }

const mostKnown = 60

export function createTrader({ userId, token, random, prices }: TraderParts): Trader {
  const open = new Map<number, Known>()
  const pending = new Map<number, Known>()

  function steps(market: PricedMarket, from: number, least: number, most: number, way: 1 | -1): string {
    return formatDecimal(from + way * random.between(least, most), market.precision)
  }

  /** Near enough to be reached soon; now and then there is none, or it is on the wrong side. */
  function stops(market: PricedMarket, isBuy: boolean, from: number): Record<string, string> {
    const good = isBuy === random.chance(0.95) ? 1 : -1
    const bad = good === 1 ? -1 : 1
    return {
      stop_loss_price: random.chance(0.6) ? steps(market, from, 8, 60, bad) : '',
      target_profit_price: random.chance(0.6) ? steps(market, from, 8, 60, good) : '',
    }
  }

  function place(isPending: boolean): Action {
    const market = random.pick(pricedMarkets)
    const isBuy = random.chance(0.5)
    const middle = prices.middle(market)
    const target = isPending ? middle + random.between(-40, 40) : middle
    const seen = { price: steps(market, middle, 0, 6, 1), deviation: '4' }
    return {
      kind: 'place',
      input: {
        type: isBuy ? '1' : '2',
        forex_id: String(market.id),
        status: isPending ? '0' : '1',
        cont: random.chance(0.05) ? '90' : formatDecimal(random.between(2, 40), 2),
        multiple: '100',
        ...stops(market, isBuy, target),
        ...(isPending ? { target_price: formatDecimal(target, market.precision) } : {}),
        ...(!isPending && random.chance(0.2) ? seen : {}),
      },
    }
  }

  function act(kind: 'close' | 'part' | 'cancel' | 'set_stops'): Action {
    const from = kind === 'cancel' || (kind === 'set_stops' && open.size === 0) ? pending : open
    if (from.size === 0) return place(kind === 'cancel')
    const { id, market, isBuy } = random.pick([...from.values()])
    if (kind === 'close' || kind === 'cancel') return { kind, input: { id: String(id) } }
    if (kind === 'part') return { kind: 'close', input: { id: String(id), cont: '0.01' } }
    return { kind, input: { id: String(id), ...stops(market, isBuy, prices.middle(market)) } }
  }

  function note({ Id, ForexTradeLists, OrderType, Status }: DecidedOrderFields): void {
    const market = pricedMarkets.find(({ id }) => id === ForexTradeLists.Id)
    if (market === undefined) throw new Error('an order in a market nobody asked for')
    const known = Status === 0 ? pending : open
    known.set(Id, { id: Id, market, isBuy: OrderType === 1 })
    for (const [oldest] of known) if (known.size > mostKnown) known.delete(oldest)
  }

  return {
    userId,
    token,
    random,
    next() {
      const wish = random.weighted([
        [6, 'at market'],
        [4, 'at a target'],
        [4, 'close'],
        [3, 'part'],
        [2, 'cancel'],
        [3, 'set_stops'],
        [0.2, 'reset'],
        [0.2, 'nobody has it'],
      ] as const)
      if (wish === 'at market' || wish === 'at a target') return place(wish === 'at a target')
      if (wish === 'reset') return { kind: 'reset', input: {} }
      if (wish === 'nobody has it') return { kind: 'cancel', input: { id: '900719925474099' } }
      return act(wish)
    },
    heard({ kind, input }, { code, data }) {
      if (code !== 1) return
      if (kind === 'place') note(data as DecidedOrderFields)
      if (kind === 'cancel') pending.delete(Number(input['id']))
      if (kind === 'close' && (data as CloseAnswer).Rest === null) open.delete(Number(input['id']))
    },
  }
}
