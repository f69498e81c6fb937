import type { Ticket } from '#core/decision/command.ts'
import { closingPrice, openingPrice } from '#core/margin/valuation.ts'
import type { Board } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import { formatLots, formatPrice, lots, price } from '#core/money/amounts.ts'
import type { Side } from '#core/order/order.ts'
import type { CommandRequest } from '#server/engine/engine.ts'
import type { MemoryTables } from '#test/trading-day/memory-store.ts'
import type { SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

/** Inputs of a ticket. Dollars are floating-point numbers, because they need not be exact. */
type TicketInput = {
  readonly market: Market
  readonly board: Board
  readonly availableDollars: number
}

/** Mostly a plausible order, from small to too large; sometimes an invalid one. */
export function makeTicket({ market, board, availableDollars }: TicketInput, random: SeededRandom): Ticket {
  const side = random.pick<Side>(['buy', 'sell'])
  const leverage = random.chance(0.97)
    ? (biased(market.leverages, random) ?? 100)
    : random.pick([0, 7, -1, 1.5])
  const quote = board.now(market.id).quote
  const now = quote === undefined ? market.referencePrice : openingPrice(side, quote)
  const target = random.chance(0.4) ? near(now, random) : null
  const typed = (steps: number) => typedPrice(market, steps, random)
  const closing = quote === undefined ? now : closingPrice(side, quote)
  const stops = makeStops(side, target ?? closing, random)
  return {
    marketId: market.id,
    side,
    lots: typedLots(
      market,
      affordableLots({ market, board, availableDollars }, now, leverage, random),
      random,
    ),
    leverage,
    target: target === null ? null : typed(target),
    seen: target === null && random.chance(0.3) ? typed(near(now, random)) : null,
    deviation: random.weighted([
      [6, 0],
      [3, random.between(1, 200)],
      [0.1, random.pick([-1, 0.5])],
    ]),
    stopLoss: stops.stopLoss === null ? null : typed(stops.stopLoss),
    takeProfit: stops.takeProfit === null ? null : typed(stops.takeProfit),
  }
}

/** Each stop is set with a probability of a half, mostly on the correct side. */
export function makeStops(side: Side, from: number, random: SeededRandom) {
  const below = () => offBy(from, -1, random)
  const above = () => offBy(from, 1, random)
  const [loss, gain] = (side === 'buy') === random.chance(0.93) ? [below, above] : [above, below]
  return {
    stopLoss: random.chance(0.5) ? loss() : null,
    takeProfit: random.chance(0.5) ? gain() : null,
  }
}

export function typedPrice({ pricePrecision }: Market, steps: number, random: SeededRandom): string {
  if (random.chance(0.01)) return random.pick(hostileTexts)
  const text = formatPrice(price(Math.max(1, steps)), pricePrecision)
  return random.chance(0.01) ? `${text}${pricePrecision === 0 ? '.5' : '5'}` : text
}

/** Lots in hundredths, usually a multiple of the step. */
export function typedLots(market: Market, size: number, random: SeededRandom): string {
  if (random.chance(0.02)) return random.pick(hostileTexts)
  const offStep = random.chance(0.03) ? 1 : 0
  const steps = Math.max(market.leastLots, Math.round(size / market.lotStep) * market.lotStep)
  const most = random.chance(0.02) ? Number.MAX_SAFE_INTEGER / 2 : market.mostLots
  return formatLots(lots(Math.floor(Math.min(steps, most) + offStep)))
}

/** Lots whose margin takes a small, a large or too large a share of the free margin. */
function affordableLots(input: TicketInput, now: number, leverage: number, random: SeededRandom): number {
  const { market, board, availableDollars } = input
  const rate = (board.rate(market.quoteCurrency) ?? 1e9) / 1e9
  const worth = (market.unitsPerLot * now * rate) / 10 ** market.pricePrecision / Math.max(1, leverage)
  const marginOfLot = market.marginMode === 'fixed' ? market.unitsPerLot : worth
  const share = random.pick([0.01, 0.1, 0.25, 0.5, 0.8, 0.95, 0.98, 1.02])
  return Math.min(1e13, (Math.max(0, availableDollars) * share * 100) / marginOfLot)
}

/** Prefers high leverages, which cause close-outs. */
function biased(leverages: readonly number[], random: SeededRandom): number | undefined {
  const from = random.chance(0.6) ? Math.floor(leverages.length / 2) : 0
  return leverages[random.between(from, leverages.length - 1)]
}

export function near(steps: number, random: SeededRandom): number {
  return offBy(steps, random.pick([-1, 1]), random)
}

function offBy(steps: number, direction: number, random: SeededRandom): number {
  const share = random.pick([0.0001, 0.0005, 0.002, 0.01, 0.03])
  const by = random.chance(0.02) ? 0 : Math.ceil(steps * random.share() * share)
  return Math.max(1, steps + direction * by)
}

type TapContext = {
  readonly board: Board
  readonly tables: MemoryTables
  readonly nowMs: number
  /** True if no time passes before the decision, so that `seen_at` can be exactly at the limit. */
  readonly isDecidedAtOnce: boolean
}

/** Adds `seen_seq` and `seen_at` to half of the requests. */
export function withTapped(
  scenario: TapContext,
  request: CommandRequest,
  random: SeededRandom,
): CommandRequest {
  if (!canBeTapped(request) || random.chance(0.5)) return request
  return {
    ...request,
    tapped: { seq: tappedSeq(scenario, request, random), atMs: tappedAtMs(scenario, random) },
  }
}

type Tappable = Extract<CommandRequest, { readonly tapped?: unknown }>

function canBeTapped(request: CommandRequest): request is Tappable {
  return tappable.has(request.kind)
}

const tappable: ReadonlySet<CommandRequest['kind']> = new Set<Tappable['kind']>([
  'open_order',
  'close_order',
  'close_many',
  'reverse_order',
  'amend_order',
  'set_stops',
])

/** Mostly the newest sequence, or null. Sometimes that of the last state change, the one before it, or a future one. */
function tappedSeq({ board, tables }: TapContext, request: Tappable, random: SeededRandom): number | null {
  const changed = board.now(marketOf(request, tables)).stateSeq
  return random.weighted([
    [4, null],
    [8, board.seq()],
    [2, changed],
    [1, Math.max(0, changed - 1)],
    [0.2, 0],
    [0.5, board.seq() + random.between(1, 1_000)],
  ])
}

function marketOf(request: Tappable, { orders }: MemoryTables): number {
  if (request.kind === 'open_order') return request.ticket.marketId
  const id = request.kind === 'close_many' ? request.orderIds[0] : request.orderId
  return orders.get(id ?? 0)?.marketId ?? 0
}

function tappedAtMs({ nowMs, isDecidedAtOnce }: TapContext, random: SeededRandom): number | null {
  if (random.chance(0.2)) return null
  if (!isDecidedAtOnce) return nowMs - (random.chance(0.9) ? 0 : 120_000)
  const ageMs = random.weighted([
    [12, random.between(0, 3_000)],
    [1, 9_999],
    [1, 10_000],
    [1, 10_001],
    [0.5, random.between(10_002, 86_400_000)],
    [1, -random.between(1, 60_000)],
  ])
  return nowMs - ageMs
}

/** Invalid texts in place of a decimal. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '0',
  '-0',
  '0.00',
  '-1',
  '+1',
  '1e3',
  '1.',
  '.5',
  '1,5',
  '0x10',
  '１',
  'NaN',
  'Infinity',
  'null',
  '1 ',
  '1\n',
  '0.001',
  '0.000000001',
  '1.0000000000',
  '00001',
  '21000000000000000000',
  '140737488355338',
  '9007199254741002',
  `21${'0'.repeat(59)}`,
  `0.${'0'.repeat(80)}`,
  "1'; drop table orders; --",
  '1/2',
  '٣',
]
