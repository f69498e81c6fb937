import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import {
  accountColumns,
  accountLine,
  orderColumns,
  orderLine,
  transferColumns,
  transferLines,
  userColumns,
  userLine,
} from '#bench/start/copy-lines.ts'
import { benchMarkets } from '#bench/ticks/bench-markets.ts'
import { populate, type Trader } from '#bench/ticks/population.ts'
import { createBoard, type LiveBoard } from '#core/market/board.ts'
import type { Quote } from '#core/market/quote.ts'
import { price, rate } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import type { Receipt, ReceiptQuote } from '#core/order/receipt.ts'
import { systemClock } from '#server/platform/clock.ts'
import { connectOwner, type DatabaseAddress } from '#server/storage/database-connection.ts'
import { pollUntil } from '#server/storage/wait.ts'
import { createSeededRandom, type SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

const seed = 3
/** Far above the ids of users who register. */
const firstUserId = 1_000_000
const accountAgeMs = 31 * 24 * 3600 * 1000
/** Characters per chunk of the stream. */
const chunkLength = 256 * 1024
const quotedWithin = { timeoutMs: 30_000, everyMs: 200 }

/** Inserts positions and their accounts directly. The engine sees them at its next start. */
export async function fillDatabase(address: DatabaseAddress, positions: number): Promise<void> {
  const owner = await connectOwner(address)
  try {
    // Turns off triggers and foreign keys: the rows are valid by construction, and checks would take most of the time.
    await owner.query('set session_replication_role = replica')
    const board = await boardOf(owner)
    const traders = () => tradersOf(board, positions)
    await copyIn(owner, `users (${userColumns})`, traders(), (trader) => [userLine(trader)])
    await copyIn(owner, `trading_accounts (${accountColumns})`, traders(), (trader) => [accountLine(trader)])
    await copyIn(owner, `orders (${orderColumns})`, traders(), ({ orders }) => orders.map(orderLine))
    let nextId = 1
    await copyIn(owner, `transfers (${transferColumns})`, traders(), (trader) => {
      const lines = transferLines(trader, nextId)
      nextId += lines.length
      return lines
    })
    await owner.query(houseStatement)
    for (const statement of ['analyze', 'checkpoint']) await owner.query(statement)
  } finally {
    await owner.end()
  }
}

function* tradersOf(board: LiveBoard, positions: number): Generator<Trader> {
  const random = createSeededRandom(seed)
  const openedAtMs = Date.now() - accountAgeMs
  for (const { account, orders, ...trader } of populate(board, positions, seed)) {
    const userId = firstUserId + account.userId
    yield {
      ...trader,
      account: { ...account, userId, book: 'demo', openedAtMs },
      orders: orders.map((order) => agedOrder({ ...order, userId }, random)),
    }
  }
}

async function copyIn(
  owner: Client,
  into: string,
  traders: Iterable<Trader>,
  linesOf: (trader: Trader) => readonly string[],
): Promise<void> {
  await pipeline(Readable.from(chunksOf(traders, linesOf)), owner.query(copyFrom(`copy ${into} from stdin`)))
}

function* chunksOf(
  traders: Iterable<Trader>,
  linesOf: (trader: Trader) => readonly string[],
): Generator<string> {
  let text = ''
  for (const trader of traders) {
    for (const line of linesOf(trader)) text += line
    if (text.length < chunkLength) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

type QuoteRow = Readonly<Record<'source_id' | 'market_id' | 'bid' | 'ask' | 'quoted_ms' | 'seq', string>>

/** A board at the stored last prices, which the server writes a few seconds after the start of its feed. */
async function boardOf(owner: Client): Promise<LiveBoard> {
  const rows = await pollUntil(systemClock, quotedWithin, async () => {
    const read = await owner.query<QuoteRow>(
      'select source_id, market_id, bid, ask, quoted_ms, seq from last_quotes',
    )
    const known = new Set(read.rows.map(({ market_id }) => Number(market_id)))
    return benchMarkets.every(({ id }) => known.has(id)) ? read.rows : undefined
  })
  if (rows === undefined) throw new Error('the feed has no prices for these markets')
  return createBoard(
    benchMarkets,
    rows.map((row) => ({ marketId: Number(row.market_id), state: 'open', quote: quoteOf(row) })),
  )
}

function quoteOf(row: QuoteRow): Quote {
  return {
    marketId: Number(row.market_id),
    bid: price(Number(row.bid)),
    ask: price(Number(row.ask)),
    timeMs: Number(row.quoted_ms),
    seq: Number(row.seq),
    source: `sim:${row.source_id}`,
  }
}

const houseStatement = `
with sides as (
  select destination as account, amount::numeric from transfers where book = 'demo'
  union all
  select source, -amount::numeric from transfers where book = 'demo'
), sums as (select account, sum(amount) as balance from sides group by account)
update house_balances h set balance = sums.balance from sums where h.book = 'demo' and h.account = sums.account`

const maxOrderAgeMs = 30 * 24 * 3600 * 1000
const maxMove = 0.002

/** Moves the opening to an earlier time and a separate quote, so that no two orders have the same receipt. */
function agedOrder(order: Order, random: SeededRandom): Order {
  const { quote } = order.placed
  if (quote === null) return order
  const moved = Math.round(quote.bid * maxMove * (2 * random.share() - 1))
  const agoMs = random.below(maxOrderAgeMs)
  const then: ReceiptQuote = {
    ...quote,
    bid: price(quote.bid + moved),
    ask: price(quote.ask + moved),
    timeMs: quote.timeMs - agoMs,
    seq: random.between(1, 2 ** 31),
  }
  const placed = agedReceipt(order.placed, then, random)
  const times = { placedAtMs: then.timeMs + random.below(500) }
  if (order.status === 'pending') return { ...order, ...times, placed }
  return {
    ...order,
    openPrice: price(order.openPrice + moved),
    placed,
    opened: placed,
    placedAtMs: times.placedAtMs,
    openedAtMs: times.placedAtMs,
  }
}

function agedReceipt(receipt: Receipt, quote: ReceiptQuote, random: SeededRandom): Receipt {
  const isDollar = receipt.rate === null || receipt.rate === 1_000_000_000
  const changed = isDollar ? receipt.rate : rate(receipt.rate + random.between(-100_000, 100_000))
  return { ...receipt, quote, knownSeq: quote.seq + random.below(9), rate: changed }
}
