// Steps in which users register and send commands.
import { formatLots } from '#core/money/amounts.ts'
import type { CommandRequest } from '#server/engine/engine.ts'
import type { BurstItem } from '#test/trading-day/concurrent-commands.ts'
import { makeRequest } from '#test/trading-day/scenario/make-request.ts'
import { withTapped } from '#test/trading-day/scenario/make-ticket.ts'
import { dayMs } from '#test/trading-day/scenario/market-steps.ts'
import {
  activeMarket,
  anyCommitResult,
  newKey,
  nextPair,
  type Scenario,
  type Step,
  usesKey,
} from '#test/trading-day/scenario/scenario.ts'

/** Registers a user. Sometimes the account is opened only at the next start. */
export const register: Step = async ({ day, random, users }) => {
  const asker = { userId: users.length + 1, isDemo: random.chance(0.5) }
  const isOpened = random.chance(0.9)
  await day.register(asker, isOpened)
  if (!isOpened) await day.restart([])
  users.push(asker)
}

export const submitRequest: Step = async (scenario) => {
  const { day, random, users, kept } = scenario
  const asker = random.pick(users)
  const key = random.chance(0.4) ? newKey(scenario) : undefined
  for (;;) {
    const commitResult = anyCommitResult(random)
    const request = anyRequest(scenario, asker.userId, commitResult === 'committed')
    const first = await day.submit(asker, request, { key, commitResult })
    if (key === undefined) return
    if (usesKey(request, first)) {
      kept.push({ asker, request, key, first, atMs: day.time.clock.now() })
      return
    }
    // Otherwise the loop sends another request with the same key, like a user who corrects the input.
    if (random.chance(0.5)) return
  }
}

/** Sends an earlier request again, within a day: after that its key may be used for another request. */
export const repeat: Step = async ({ day, random, kept }) => {
  const before = kept.length === 0 ? undefined : random.pick(kept)
  if (before === undefined || day.time.clock.now() - before.atMs >= dayMs) return
  await day.repeat(before.asker, before.request, before.key, before.first)
}

/**
 * Sends many commands and quotes in one commit. After a failed commit the engine decides closes before opens, so a
 * burst with a failing commit contains opens only.
 */
export const burst: Step = async (scenario) => {
  const { day, random, users } = scenario
  const commitResult = random.pick(['held', 'held_then_failed'] as const)
  const askers = random.chance(0.5) ? [random.pick(users)] : users
  const events = Array.from({ length: random.between(2, 8) }, (): BurstItem => {
    const asker = random.pick(askers)
    const request = sometimesNewestOrder(scenario, anyRequest(scenario, asker.userId))
    const isAsked = random.chance(0.6) && (commitResult === 'held' || request.kind === 'open_order')
    if (isAsked) return { asker, request }
    const marketId = activeMarket(scenario)
    if (random.chance(0.1)) return { marketId, state: random.pick(['open', 'open', 'stale', 'closed']) }
    return { marketId, pair: nextPair(scenario, marketId) }
  })
  await day.burst(events, commitResult)
}

export function anyRequest(scenario: Scenario, userId: number, isDecidedAtOnce = false): CommandRequest {
  const { markets, day, random } = scenario
  const { board, tables } = day
  const request = makeRequest({ markets, board, tables }, userId, random)
  return withTapped({ board, tables, nowMs: day.time.clock.now(), isDecidedAtOnce }, request, random)
}

/** Closes part of an order, and sends a command for the closed part before it is committed. */
export const closeUncommittedPart: Step = async ({ day, random, users }) => {
  const order = [...day.tables.orders.values()].find(({ status, lots, terms, marketId }) => {
    const isOpen = status === 'open' && day.board.now(marketId).state === 'open'
    return isOpen && lots - terms.lotStep >= terms.leastLots
  })
  const asker = users.find(({ userId }) => userId === order?.userId)
  if (order === undefined || asker === undefined) return
  const partId = Math.max(...day.tables.orders.keys()) + 1
  const again = random.pick<CommandRequest>([
    { kind: 'close_order', orderId: partId, lots: null },
    { kind: 'close_many', orderIds: [partId, order.id, partId, order.id] },
    { kind: 'cancel_order', orderId: partId },
    { kind: 'reverse_order', orderId: partId, seen: null, deviation: 0 },
  ])
  const part = { kind: 'close_order', orderId: order.id, lots: formatLots(order.terms.lotStep) } as const
  await day.burst(
    [part, again].map((request) => ({ asker, request })),
    'held',
  )
}

/** Sometimes changes the order id to that of an order placed in the same burst, which is not committed yet. */
function sometimesNewestOrder({ day, random }: Scenario, request: CommandRequest): CommandRequest {
  if (!('orderId' in request) || !random.chance(0.2)) return request
  return { ...request, orderId: Math.max(0, ...day.tables.orders.keys()) + random.between(1, 3) }
}
