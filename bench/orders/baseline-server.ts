// Baseline servers: Fastify with one transaction or one statement for each order, or with a fixed response.

import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import type { Pool } from 'pg'
import {
  type BaselineAccount,
  findSessionUser,
  insertFee,
  insertOrder,
  insertOutcome,
  lockAccount,
  openPool,
  type PlacedOrder,
  placeInOneStatement,
  updateAccount,
} from '#bench/orders/baseline-store.ts'
import { type SubmitInput, submit } from '#contract/calls/trading.ts'
import { readIdempotencyKey, readToken } from '#contract/headers.ts'
import { decidedToWire } from '#contract/order-answers.ts'
import { ticketFromWire } from '#contract/ticket-from-wire.ts'
import type { Ticket } from '#core/decision/command.ts'
import { decide } from '#core/decision/decide.ts'
import type { Decision } from '#core/decision/decision.ts'
import { createBoard } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import { micros, price } from '#core/money/amounts.ts'
import { loadMarkets } from '#server/market-data/market-data.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { pricedMarkets } from '#test/crash/load/price-pipe.ts'

const { BENCH_KIND: kind = 'hello', BENCH_DATABASE: url = '', BENCH_POOL: sessions = '16' } = process.env

type OrderRequest = {
  readonly userId: number
  readonly ticket: Ticket
  readonly key: string
  readonly fingerprint: string
}
type Place = (request: OrderRequest) => Promise<PlacedOrder | undefined>
type DecideOrder = (
  request: Pick<OrderRequest, 'userId' | 'ticket'> & {
    readonly account: BaselineAccount
    readonly orderId: number
    readonly timeMs: number
  },
) => Decision

/** Has the length of a response to an order: 1,216 bytes. */
const fixedResponse = { code: 1, msg: '', data: { hello: 'x'.repeat(1177) } }
const refusal = { code: 0, msg: 'not done', data: null }
const spread = 6
/** How long sessions are cached, as in the real server. */
const sessionTtlMs = 30_000

let lastOrderId = 0
let lastTransferId = 0

const app = fastify({ logger: false })
if (kind === 'hello') app.post(submit.path, async () => fixedResponse)
else await serveOrders()
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ port: (app.server.address() as AddressInfo).port })
process.on('disconnect', () => process.exit())

async function serveOrders(): Promise<void> {
  const pool = openPool(url, Number(sessions))
  const { markets } = await loadMarkets(pool)
  const marketOf = new Map(markets.map((market) => [market.id, market]))
  const decideOrder = createDecideOrder(markets)
  const place = kind === 'transaction' ? inTransaction(pool, decideOrder) : inStatement(pool, decideOrder)
  const authenticate = createSessionCache(pool)
  app.post<{ Body: SubmitInput }>(
    submit.path,
    { schema: { body: submit.input } },
    async ({ headers, body }) => {
      const userId = await authenticate(headers.authorization)
      if (userId === undefined) return { code: 999, msg: 'log in', data: null }
      const market = marketOf.get(body.forex_id)
      const ticket = ticketFromWire(body)
      const key = readIdempotencyKey(headers['idempotency-key'], undefined)
      if (market === undefined || ticket === undefined || key.kind !== 'key') return refusal
      const placed = await place({ userId, ticket, key: key.key, fingerprint: fingerprintOf(body) })
      return placed === undefined ? refusal : responseOf(placed, market)
    },
  )
}

function responseOf({ order }: PlacedOrder, market: Market) {
  return { code: 1, msg: '', data: decidedToWire(order, market, 'en') }
}

function fingerprintOf(body: SubmitInput): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex')
}

function placedOrderOf(request: OrderRequest, decision: Decision, timeMs: number): PlacedOrder | undefined {
  if (decision.kind !== 'decided') return undefined
  const [order] = decision.answer
  if (order === undefined) return undefined
  lastTransferId += 1
  const outcome = JSON.stringify({ kind: 'done', orders: decision.answer })
  return { ...request, order, transferId: lastTransferId, outcome, at: new Date(timeMs) }
}

/** The usual design: lock the account, decide, write, commit. */
function inTransaction(pool: Pool, decideOrder: DecideOrder): Place {
  return async (request) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const account = await lockAccount(client, request.userId)
      const timeMs = Date.now()
      lastOrderId += 1
      const decision = decideOrder({ ...request, account, orderId: lastOrderId, timeMs })
      const placed = placedOrderOf(request, decision, timeMs)
      const isDone = placed !== undefined && (await insertOutcome(client, placed))
      if (!isDone) {
        await client.query('rollback')
        return undefined
      }
      const { order } = placed
      await insertOrder(client, order)
      await insertFee(client, placed)
      await updateAccount(client, request.userId, {
        cash: micros(account.cash - order.fee),
        usedMargin: micros(account.usedMargin + order.margin),
      })
      await client.query('commit')
      return placed
    } catch (fault) {
      await client.query('rollback')
      throw fault
    } finally {
      client.release()
    }
  }
}

/** Decides without reading the account. The statement that writes the order checks the balance. */
function inStatement(pool: Pool, decideOrder: DecideOrder): Place {
  const ampleAccount = { cash: micros(1_000_000_000_000), usedMargin: micros(0) }
  return async (request) => {
    const timeMs = Date.now()
    lastOrderId += 1
    const decision = decideOrder({ ...request, account: ampleAccount, orderId: lastOrderId, timeMs })
    const placed = placedOrderOf(request, decision, timeMs)
    return placed !== undefined && (await placeInOneStatement(pool, placed)) ? placed : undefined
  }
}

/** Decides by the engine's rules at fixed prices. The account consists of cash and used margin only. */
function createDecideOrder(markets: readonly Market[]): DecideOrder {
  const start = pricedMarkets.map(({ id, centre }, at) => {
    const sides = { bid: price(centre), ask: price(centre + spread) }
    const quote = { marketId: id, ...sides, timeMs: Date.now(), seq: at + 1, source: 'baseline' }
    return { marketId: id, state: 'open', quote } as const
  })
  const board = createBoard(markets, start)
  return ({ userId, ticket, account, orderId, timeMs }) =>
    decide(
      {
        userId,
        book: 'demo',
        // Reduced by the used margin, because the account has no orders. Unrealised profit is left out.
        cash: micros(account.cash - account.usedMargin),
        locked: micros(0),
        isWarned: false,
        orders: new Map(),
      },
      { kind: 'open_order', userId, ticket },
      {
        timeMs,
        board,
        feed: 'bench',
        feeMode: 'per_lot',
        isRealOpeningBlocked: false,
        market: board.market(ticket.marketId),
        nextOrderId: orderId,
      },
    )
}

/** Looks up the user of a session token and caches the result. */
function createSessionCache(pool: Pool) {
  const sessionsByToken = new Map<string, { readonly userId: number; readonly untilMs: number }>()
  return async function authenticate(header: string | undefined): Promise<number | undefined> {
    const token = readToken(header)
    if (token === undefined) return undefined
    const known = sessionsByToken.get(token)
    if (known !== undefined && known.untilMs > Date.now()) return known.userId
    const userId = await findSessionUser(pool, hashToken(token))
    if (userId !== undefined) sessionsByToken.set(token, { userId, untilMs: Date.now() + sessionTtlMs })
    return userId
  }
}
