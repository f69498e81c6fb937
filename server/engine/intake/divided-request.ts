import { createHash } from 'node:crypto'
import { refuse } from '#core/decision/decision.ts'
import type { Order } from '#core/order/order.ts'
import type { DecidedOutcome } from '#server/engine/engine-store.ts'
import type { CommandKey, CommandRequest, KeyOutcome, SubmitResult } from '#server/engine/engine-types.ts'

// A request that ends many orders is divided into several commands, because the main thread does nothing else while
// one is decided and encoded. Each is committed before the next one is submitted, and has an idempotency key of its
// own, so a repeated request ends no order twice and goes on where the first one stopped.

/** Two to three milliseconds of work. */
export const ordersPerCommand = 20
/** All orders that an account may have, and some that it opens meanwhile. */
const maxCommands = 50

type Done = Extract<DecidedOutcome, { readonly kind: 'done' }>
type ActiveOrders = ReadonlyMap<number, Order>

/** `name` is unique to the user and the key. */
type KeyedRequest = { readonly name: string; readonly key: CommandKey }

type SubmitOne = (part: CommandRequest, key: CommandKey | undefined) => Promise<SubmitResult>
type FindOutcome = (key: string) => Promise<KeyOutcome>

export function createDividedRequests() {
  const running = new Map<string, Promise<unknown>>()

  /**
   * Submits the commands of a request in turn. If one of them fails after others were executed, the result is
   * `unknown`: the outcome of the key then tells which orders have ended.
   */
  function submit(
    request: CommandRequest,
    keyed: KeyedRequest | undefined,
    submitOne: SubmitOne,
    activeOrders: () => ActiveOrders | undefined,
  ): Promise<SubmitResult> {
    if (!mayBeDivided(request)) return submitOne(request, keyed?.key)
    const first = firstPart(request, activeOrders())
    const result = submitInTurn(first, request, (part, index) =>
      submitOne(part, keyed && { ...keyed.key, key: partKey(keyed.key.key, index) }),
    )
    const answer = result.then((submitted) => resultOf(submitted, keyed !== undefined))
    if (keyed !== undefined) trackRunning(keyed.name, answer)
    return answer
  }

  function trackRunning(name: string, result: Promise<unknown>): void {
    const settled = Promise.allSettled([running.get(name), result]).then(() => {
      if (running.get(name) === settled) running.delete(name)
    })
    running.set(name, settled)
  }

  /**
   * The outcome of all commands of a request. One that is running ends first. If it was interrupted, its remaining
   * commands can no longer be executed, because `find` burns their keys.
   */
  async function outcomeOf(name: string, key: string, find: FindOutcome): Promise<KeyOutcome> {
    await running.get(name)
    const first = await find(key)
    if (first.kind !== 'decided' || first.outcome.kind !== 'done') return first
    const parts = [first.outcome]
    const findPart = async (index: number) => {
      // A repeated call may have begun meanwhile.
      await running.get(name)
      return await find(partKey(key, index))
    }
    // The number of commands of a close is known, so they are looked up together.
    const lookups = chunksOf(first.outcome).map((_, at) => findPart(at + 1))
    while (isContinued(parts)) {
      const found = await (lookups[parts.length - 1] ?? findPart(parts.length))
      if (found.kind === 'decided' && found.outcome.kind === 'done') parts.push(found.outcome)
      else if (found.kind !== 'decided' && found.kind !== 'never') return found
      else return { kind: 'decided', outcome: interrupted(parts) }
    }
    return { kind: 'decided', outcome: joined(parts) }
  }
  return { submit, outcomeOf }
}

/** `last`: the result that ended the request before its end. */
type Submitted = { readonly parts: readonly Done[]; readonly last?: Exclude<SubmitResult, Done> }

async function submitInTurn(
  first: CommandRequest,
  request: CommandRequest,
  submitPart: (part: CommandRequest, index: number) => Promise<SubmitResult>,
): Promise<Submitted> {
  const parts: Done[] = []
  let part: CommandRequest | undefined = first
  while (part !== undefined) {
    const result =
      parts.length < maxCommands ? await submitPart(part, parts.length) : { kind: 'busy' as const }
    if (result.kind !== 'done') return { parts, last: result }
    parts.push(result)
    part = nextPart(request, parts)
  }
  return { parts }
}

/**
 * With a key, the commands that failed may yet be executed by a repeated call. Only a lookup of the outcome prevents
 * that, so the result is `unknown` until then.
 */
function resultOf({ parts, last }: Submitted, hasKey: boolean): SubmitResult {
  if (last === undefined) return joined(parts)
  if (parts.length === 0) return last
  // The key was burned.
  if (last.kind === 'refused') return interrupted(parts)
  return hasKey || last.kind === 'unknown' ? { kind: 'unknown' } : interrupted(parts)
}

function mayBeDivided(request: CommandRequest): boolean {
  if (request.kind === 'close_many') return request.orderIds.length > ordersPerCommand
  return request.kind === 'reset_demo'
}

/** The first command names the orders that are left for the others. It refuses all that are not active. */
function firstPart(request: CommandRequest, active: ActiveOrders = new Map()): CommandRequest {
  if (request.kind === 'reset_demo') return { ...request, maxOrders: ordersPerCommand }
  if (request.kind !== 'close_many') return request
  const ids = [...new Set(request.orderIds)]
  const notActive = ids.filter((id) => !active.has(id))
  const toClose = inBalance(ids.flatMap((id) => active.get(id) ?? []))
  const rest = [...toClose.slice(ordersPerCommand), ...secondTimes(request.orderIds)]
  const orderIds = [...notActive, ...toClose.slice(0, ordersPerCommand)]
  return { ...request, orderIds, ...(rest.length === 0 ? {} : { rest }) }
}

function nextPart(request: CommandRequest, parts: readonly Done[]): CommandRequest | undefined {
  if (!isContinued(parts)) return undefined
  if (request.kind !== 'close_many') return firstPart(request)
  return { ...request, orderIds: chunksOf(parts[0])[parts.length - 1] ?? [] }
}

/** Orders of a market alternate between buying and selling, so that the parts of a hedge are closed together. */
function inBalance(orders: readonly Order[]): readonly number[] {
  const counts = new Map<string, number>()
  const ranked = orders.map((order) => {
    const group = `${order.marketId} ${order.side}`
    const rank = counts.get(group) ?? 0
    counts.set(group, rank + 1)
    return { order, rank }
  })
  return ranked
    .sort((one, other) => one.order.marketId - other.order.marketId || one.rank - other.rank)
    .map(({ order }) => order.id)
}

/** The ids that occur again, once for each time. */
function secondTimes(ids: readonly number[]): readonly number[] {
  const seen = new Set<number>()
  return ids.filter((id) => {
    const isAgain = seen.has(id)
    seen.add(id)
    return isAgain
  })
}

/** The orders that a close has left for each further command. */
function chunksOf({ rest = [] }: Pick<Done, 'rest'> = {}): readonly (readonly number[])[] {
  const chunks: (readonly number[])[] = []
  for (let at = 0; at < rest.length; at += ordersPerCommand)
    chunks.push(rest.slice(at, at + ordersPerCommand))
  return chunks
}

/** Whether more commands belong to a request with these results. */
function isContinued(parts: readonly Done[]): boolean {
  return parts.at(-1)?.isIncomplete === true || parts.length <= chunksOf(parts[0]).length
}

/** The first command has the key of the request. The others have keys that no client can send. */
function partKey(key: string, index: number): string {
  if (index === 0) return key
  return `#${index + 1} ${createHash('sha256').update(key).digest('hex')}`
}

function joined(parts: readonly Done[]): Done {
  const [first] = parts
  if (parts.length === 1 && first !== undefined) return first
  const orders = parts.flatMap((part) => part.orders)
  if (first?.refusals === undefined) return { kind: 'done', orders }
  return { kind: 'done', orders, refusals: parts.flatMap(({ refusals = [] }) => refusals) }
}

/** Each order to close has its own result. A reset has only one, and has not reached its end. */
function interrupted(parts: readonly Done[]): DecidedOutcome {
  const refusal = refuse('interrupted')
  const { orders, refusals } = joined(parts)
  if (refusals === undefined) return refusal
  const left = chunksOf(parts[0]).slice(parts.length - 1)
  const notReached = left.flat().map((orderId) => ({ orderId, reason: refusal.reason }))
  return { kind: 'done', orders, refusals: [...refusals, ...notReached] }
}
