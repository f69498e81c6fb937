// What orders are measured against: Fastify with a transaction or a statement for each, or with nothing but a greeting.
import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import type { Pool } from 'pg'
import { createPlainDecide, type PlainDecide } from '#bench/orders/plain-decision.ts'
import { createPlainSession } from '#bench/orders/plain-session.ts'
import {
  insertFee,
  insertOrder,
  type Kept,
  keepOutcome,
  lockAccount,
  openPool,
  placeAtOnce,
  updateAccount,
} from '#bench/orders/plain-store.ts'
import { type SubmitInput, submit } from '#contract/calls/trading.ts'
import { readIdempotencyKey } from '#contract/headers.ts'
import { decidedToWire } from '#contract/order-answers.ts'
import { ticketFromWire } from '#contract/ticket-from-wire.ts'
import type { Ticket } from '#core/decision/command.ts'
import type { Market } from '#core/market/market.ts'
import { micros } from '#core/money/amounts.ts'
import { loadMarkets } from '#server/market-data/market-data.ts'

const { BENCH_KIND: kind = 'hello', BENCH_DATABASE: url = '', BENCH_POOL: sessions = '16' } = process.env

type Asked = {
  readonly userId: number
  readonly ticket: Ticket
  readonly key: string
  readonly fingerprint: string
}
type Place = (asked: Asked) => Promise<Kept | undefined>

/** As long as the answer to an order is, 1,216 bytes. */
const greeting = { code: 1, msg: '', data: { hello: 'x'.repeat(1177) } }

let lastOrderId = 0
let lastTransferId = 0

const app = fastify({ logger: false })
if (kind === 'hello') app.post(submit.path, async () => greeting)
else await serveOrders()
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ port: (app.server.address() as AddressInfo).port })
process.on('disconnect', () => process.exit())

async function serveOrders(): Promise<void> {
  const pool = openPool(url, Number(sessions))
  const { markets } = await loadMarkets(pool)
  const marketOf = new Map(markets.map((market) => [market.id, market]))
  const decide = createPlainDecide(markets)
  const place = kind === 'transaction' ? inTransaction(pool, decide) : inStatement(pool, decide)
  const identify = createPlainSession(pool)
  app.post<{ Body: SubmitInput }>(
    submit.path,
    { schema: { body: submit.input } },
    async ({ headers, body }) => {
      const userId = await identify(headers.authorization)
      if (userId === undefined) return { code: 999, msg: 'log in', data: null }
      const market = marketOf.get(body.forex_id)
      const ticket = ticketFromWire(body)
      const key = readIdempotencyKey(headers['idempotency-key'], undefined)
      if (market === undefined || ticket === undefined || key.kind !== 'key') return refusal
      const kept = await place({ userId, ticket, key: key.key, fingerprint: fingerprintOf(body) })
      return kept === undefined ? refusal : answer(kept, market)
    },
  )
}

const refusal = { code: 0, msg: 'not done', data: null }

function answer({ order }: Kept, market: Market) {
  return { code: 1, msg: '', data: decidedToWire(order, market, 'en') }
}

function fingerprintOf(body: SubmitInput): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex')
}

function keptOf(asked: Asked, decision: ReturnType<PlainDecide>, timeMs: number): Kept | undefined {
  if (decision.kind !== 'decided') return undefined
  const [order] = decision.answer
  if (order === undefined) return undefined
  lastTransferId += 1
  const outcome = JSON.stringify({ kind: 'done', orders: decision.answer })
  return { ...asked, order, transferId: lastTransferId, outcome, at: new Date(timeMs) }
}

/** Lock, decide, write, commit: the way it is done everywhere. */
function inTransaction(pool: Pool, decide: PlainDecide): Place {
  return async (asked) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const account = await lockAccount(client, asked.userId)
      const timeMs = Date.now()
      lastOrderId += 1
      const kept = keptOf(asked, decide({ ...asked, account, orderId: lastOrderId, timeMs }), timeMs)
      const isDone = kept !== undefined && (await keepOutcome(client, kept))
      if (!isDone) {
        await client.query('rollback')
        return undefined
      }
      const { order } = kept
      await insertOrder(client, order)
      await insertFee(client, kept)
      await updateAccount(client, asked.userId, {
        cash: micros(account.cash - order.fee),
        usedMargin: micros(account.usedMargin + order.margin),
      })
      await client.query('commit')
      return kept
    } catch (fault) {
      await client.query('rollback')
      throw fault
    } finally {
      client.release()
    }
  }
}

/** What the order costs is known beforehand, so that the statement itself can see whether there is enough. */
function inStatement(pool: Pool, decide: PlainDecide): Place {
  const plenty = { cash: micros(1_000_000_000_000), usedMargin: micros(0) }
  return async (asked) => {
    const timeMs = Date.now()
    lastOrderId += 1
    const decision = decide({ ...asked, account: plenty, orderId: lastOrderId, timeMs })
    const kept = keptOf(asked, decision, timeMs)
    return kept !== undefined && (await placeAtOnce(pool, kept)) ? kept : undefined
  }
}
