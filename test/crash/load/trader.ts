import type { DecidedOrderFields } from '#contract/calls/order-fields.ts'
import type { CloseAnswer, CloseManyAnswer } from '#contract/calls/trading.ts'
import { formatDecimal } from '#core/money/decimal.ts'
import type { Action, Answer } from '#test/crash/load/call-client.ts'
import { type PricedMarket, type PricePipe, pricedMarkets } from '#test/crash/load/price-pipe.ts'
import type { SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

export type TraderParts = {
  readonly userId: number
  readonly token: string
  readonly random: SeededRandom
  readonly prices: Pick<PricePipe, 'middle'>
  /** A real account has no reset. */
  readonly isReal?: boolean
}

/** A user with random requests, mostly about orders that earlier answers named. */
export type Trader = Pick<TraderParts, 'userId' | 'token' | 'random'> & {
  readonly next: () => Action
  readonly onAnswer: (action: Action, answer: Answer) => void
}

/** An order named in an answer. A price may have closed it since, and requests for it are then refused. */
type Known = { readonly id: number; readonly market: PricedMarket; readonly isBuy: boolean }

const maxKnown = 60
const maxClosedTogether = 5
/** Enough for a close in several commands. */
const maxClosedInTurn = 50
const neverAnOrder = '900719925474099'
/** Age of a command that the server must refuse as too late. */
const tooLateMs = 11_000

export function createTrader({ userId, token, random, prices, isReal = false }: TraderParts): Trader {
  const open = new Map<number, Known>()
  const pending = new Map<number, Known>()
  let lastSeq: number | undefined

  /** `seen_at` and `seen_seq` of the tap: missing in some calls, and sometimes too old. */
  function seen(): Record<string, string> {
    if (random.chance(0.4)) return {}
    const ageMs = random.chance(0.08) ? tooLateMs : 0
    const seq = lastSeq === undefined || random.chance(0.7) ? {} : { seen_seq: String(lastSeq) }
    return { seen_at: String(Date.now() - ageMs), ...seq }
  }

  function steps(market: PricedMarket, from: number, least: number, most: number, way: 1 | -1): string {
    return formatDecimal(from + way * random.between(least, most), market.precision)
  }

  /** Stops near the price. Some are omitted, and some lie on the wrong side. */
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
    return {
      kind: 'place',
      input: {
        type: isBuy ? '1' : '2',
        forex_id: String(market.id),
        status: isPending ? '0' : '1',
        cont: lots(),
        multiple: '100',
        ...stops(market, isBuy, target),
        ...(isPending ? { target_price: formatDecimal(target, market.precision) } : {}),
        ...(isPending ? {} : seenPrice(market)),
        ...seen(),
      },
    }
  }

  function lots(): string {
    return random.chance(0.05) ? '90' : formatDecimal(random.between(2, 40), 2)
  }

  function seenPrice(market: PricedMarket): Record<string, string> {
    if (random.chance(0.8)) return {}
    return { price: steps(market, prices.middle(market), 0, 6, 1), deviation: '4' }
  }

  function change(kind: 'close' | 'part' | 'reverse' | 'amend' | 'cancel' | 'set_stops'): Action {
    const isPending = kind === 'cancel' || kind === 'amend' || (kind === 'set_stops' && open.size === 0)
    const from = isPending ? pending : open
    if (from.size === 0) return place(isPending)
    const known = random.pick([...from.values()])
    const { market, isBuy } = known
    const id = String(known.id)
    if (kind === 'cancel') return { kind, input: { id } }
    if (kind === 'close') return { kind, input: { id, ...seen() } }
    if (kind === 'part') return { kind: 'close', input: { id, cont: '0.01', ...seen() } }
    if (kind === 'reverse') return { kind, input: { id, ...seenPrice(market), ...seen() } }
    if (kind === 'amend') return { kind, input: { id, ...amendment(known), ...seen() } }
    return { kind, input: { id, ...stops(market, isBuy, prices.middle(market)), ...seen() } }
  }

  function amendment({ market, isBuy }: Known): Record<string, string> {
    const target = prices.middle(market) + random.between(-40, 40)
    const target_price = formatDecimal(target, market.precision)
    return { target_price, cont: lots(), ...stops(market, isBuy, target) }
  }

  /** Mostly open orders; sometimes a pending, repeated or unknown one. */
  function closeTogether(): Action {
    const ids = random
      .shuffled([...open.keys()])
      .slice(0, random.chance(0.2) ? maxClosedInTurn : random.between(1, maxClosedTogether))
      .map(String)
    const [first] = ids
    if (first === undefined) return place(false)
    if (random.chance(0.1)) ids.push(first)
    if (random.chance(0.1)) ids.unshift(neverAnOrder)
    if (pending.size > 0 && random.chance(0.1)) ids.unshift(String(random.pick([...pending.keys()])))
    return { kind: 'close_many', input: { ids: ids.join(','), ...seen() } }
  }

  function record({ Id, ForexTradeLists, OrderType, Status, QuoteSeq }: DecidedOrderFields): void {
    lastSeq = QuoteSeq
    const market = pricedMarkets.find(({ id }) => id === ForexTradeLists.Id)
    if (market === undefined) throw new Error('an order in a market that was never requested')
    const known = Status === 0 ? pending : open
    known.set(Id, { id: Id, market, isBuy: OrderType === 1 })
    for (const [oldest] of known) if (known.size > maxKnown) known.delete(oldest)
  }

  return {
    userId,
    token,
    random,
    next() {
      const choice = random.weighted([
        [6, 'at market'],
        [4, 'at a target'],
        [4, 'close'],
        [3, 'part'],
        [2, 'cancel'],
        [3, 'set_stops'],
        [2, 'close_many'],
        [2, 'reverse'],
        [3, 'amend'],
        [isReal ? 0 : 0.2, 'reset'],
        [0.2, 'unknown order'],
      ] as const)
      if (choice === 'at market' || choice === 'at a target') return place(choice === 'at a target')
      if (choice === 'reset') return { kind: 'reset', input: {} }
      if (choice === 'close_many') return closeTogether()
      if (choice === 'unknown order') return { kind: 'cancel', input: { id: neverAnOrder } }
      return change(choice)
    },
    onAnswer({ kind, input }, { code, data }) {
      if (code !== 1) return
      const id = Number(input['id'])
      if (kind === 'place' || kind === 'reverse' || kind === 'amend') record(data as DecidedOrderFields)
      if (kind === 'cancel' || kind === 'amend') pending.delete(id)
      if (kind === 'reverse' || (kind === 'close' && (data as CloseAnswer).Rest === null)) open.delete(id)
      if (kind === 'close_many')
        for (const { Id, code } of (data as CloseManyAnswer).results) if (code === 1) open.delete(Id)
    },
  }
}
