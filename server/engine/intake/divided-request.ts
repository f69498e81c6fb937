import { createHash } from 'node:crypto'
import { type Refusal, refuse } from '#core/decision/decision.ts'
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
  ): Promise<SubmitResult> {
    if (!mayBeDivided(request)) return submitOne(request, keyed?.key)
    const result = submitInTurn(request, (part, index) =>
      submitOne(part, keyed && { ...keyed.key, key: partKey(keyed.key.key, index) }),
    )
    if (keyed !== undefined) note(keyed.name, result)
    return result
  }

  function note(name: string, result: Promise<unknown>): void {
    const settled = Promise.allSettled([running.get(name), result]).then(() => {
      if (running.get(name) === settled) running.delete(name)
    })
    running.set(name, settled)
  }

  /**
   * The outcome of all commands of a request. One that is running ends first. If it was interrupted, its remaining
   * commands can no longer be executed, because `find` burns the next key, and their orders count as refused.
   */
  async function outcomeOf(name: string, key: string, find: FindOutcome): Promise<KeyOutcome> {
    await running.get(name)
    const parts: Done[] = []
    for (;;) {
      const found = await find(partKey(key, parts.length))
      if (found.kind !== 'decided' && found.kind !== 'never') return found
      const isDone = found.kind === 'decided' && found.outcome.kind === 'done'
      if (!isDone && parts.length === 0) return found
      if (!isDone) return { kind: 'decided', outcome: interrupted(parts, refuse('too_late')) }
      parts.push(found.outcome)
      if (found.outcome.rest === undefined) return { kind: 'decided', outcome: joined(parts) }
    }
  }
  return { submit, outcomeOf }
}

async function submitInTurn(
  request: CommandRequest,
  submitPart: (part: CommandRequest, index: number) => Promise<SubmitResult>,
): Promise<SubmitResult> {
  const parts: Done[] = []
  let part = firstPart(request)
  while (parts.length < maxCommands) {
    const result = await submitPart(part, parts.length)
    if (result.kind !== 'done' && parts.length === 0) return result
    if (result.kind === 'refused') return interrupted(parts, result)
    if (result.kind !== 'done') return { kind: 'unknown' }
    parts.push(result)
    if (result.rest === undefined) return joined(parts)
    part = nextPart(request, result.rest)
  }
  return { kind: 'unknown' }
}

function mayBeDivided(request: CommandRequest): boolean {
  if (request.kind === 'close_many') return request.orderIds.length > ordersPerCommand
  return request.kind === 'reset_demo'
}

function firstPart(request: CommandRequest): CommandRequest {
  if (request.kind === 'close_many') return nextPart(request, request.orderIds)
  return request.kind === 'reset_demo' ? { ...request, maxOrders: ordersPerCommand } : request
}

function nextPart(request: CommandRequest, rest: readonly number[]): CommandRequest {
  if (request.kind !== 'close_many') return firstPart(request)
  const orderIds = rest.slice(0, ordersPerCommand)
  const left = rest.slice(ordersPerCommand)
  return { ...request, orderIds, ...(left.length === 0 ? {} : { rest: left }) }
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
function interrupted(parts: readonly Done[], refusal: Refusal): DecidedOutcome {
  const { orders, refusals } = joined(parts)
  if (refusals === undefined) return refusal
  const rest = parts.at(-1)?.rest ?? []
  const notDecided = rest.map((orderId) => ({ orderId, reason: refusal.reason }))
  return { kind: 'done', orders, refusals: [...refusals, ...notDecided] }
}
