import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { agedOrder } from '#bench/start/aged-order.ts'
import {
  accountColumns,
  accountLine,
  orderColumns,
  orderLine,
  transferColumns,
  transferLines,
  userColumns,
  userLine,
} from '#bench/start/copied-lines.ts'
import { benchMarkets } from '#bench/ticks/bench-markets.ts'
import { type Person, populate } from '#bench/ticks/population.ts'
import { createBoard, type LiveBoard } from '#core/market/board.ts'
import type { Quote } from '#core/market/quote.ts'
import { price } from '#core/money/amounts.ts'
import { systemClock } from '#server/platform/clock.ts'
import { connectOwner, type DatabaseAddress } from '#server/storage/database-connection.ts'
import { pollUntil } from '#server/storage/wait.ts'
import { createSeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

const seed = 3
/** Far from the ids of whoever registers meanwhile. */
const firstUserId = 1_000_000
const longestAgoMs = 31 * 24 * 3600 * 1000
/** So many characters are handed over at a time. */
const pieceLength = 256 * 1024
const quotedWithin = { timeoutMs: 30_000, everyMs: 200 }

/** So many positions, and the accounts they are of, behind the back of the engine: its next start is the first to know of them. */
export async function fillDatabase(address: DatabaseAddress, positions: number): Promise<void> {
  const owner = await connectOwner(address)
  try {
    // What is copied is right by how it is made, and looking it up row by row would take most of the time.
    await owner.query('set session_replication_role = replica')
    const board = await boardOf(owner)
    const people = () => peopleOf(board, positions)
    await copyIn(owner, `users (${userColumns})`, people(), (person) => [userLine(person)])
    await copyIn(owner, `trading_accounts (${accountColumns})`, people(), (person) => [accountLine(person)])
    await copyIn(owner, `orders (${orderColumns})`, people(), ({ orders }) => orders.map(orderLine))
    let nextId = 1
    await copyIn(owner, `transfers (${transferColumns})`, people(), (person) => {
      const lines = transferLines(person, nextId)
      nextId += lines.length
      return lines
    })
    await owner.query(houseStatement)
    for (const statement of ['analyze', 'checkpoint']) await owner.query(statement)
  } finally {
    await owner.end()
  }
}

function* peopleOf(board: LiveBoard, positions: number): Generator<Person> {
  const random = createSeededRandom(seed)
  const openedAtMs = Date.now() - longestAgoMs
  for (const { account, orders, ...person } of populate(board, positions, seed)) {
    const userId = firstUserId + account.userId
    yield {
      ...person,
      account: { ...account, userId, book: 'demo', openedAtMs },
      orders: orders.map((order) => agedOrder({ ...order, userId }, random)),
    }
  }
}

async function copyIn(
  owner: Client,
  into: string,
  people: Iterable<Person>,
  linesOf: (person: Person) => readonly string[],
): Promise<void> {
  await pipeline(Readable.from(piecesOf(people, linesOf)), owner.query(copyFrom(`copy ${into} from stdin`)))
}

function* piecesOf(
  people: Iterable<Person>,
  linesOf: (person: Person) => readonly string[],
): Generator<string> {
  let text = ''
  for (const person of people) {
    for (const line of linesOf(person)) text += line
    if (text.length < pieceLength) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

type QuoteRow = Readonly<Record<'market_id' | 'bid' | 'ask' | 'quoted_ms' | 'seq', string>>

/** The last prices the feed has told: they are kept a few seconds after it has begun. */
async function boardOf(owner: Client): Promise<LiveBoard> {
  const rows = await pollUntil(systemClock, quotedWithin, async () => {
    const read = await owner.query<QuoteRow>('select market_id, bid, ask, quoted_ms, seq from last_quotes')
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
  }
}

const houseStatement = `
with sides as (
  select destination as account, amount::numeric from transfers where book = 'demo'
  union all
  select source, -amount::numeric from transfers where book = 'demo'
), sums as (select account, sum(amount) as balance from sides group by account)
update house_balances h set balance = sums.balance from sums where h.book = 'demo' and h.account = sums.account`
