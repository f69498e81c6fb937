import type { Command } from '#core/decision/command.ts'
import { ensureNever } from '#core/ensure-never.ts'
import type { AskedKey, EngineStore, OutcomeRecord } from '#server/engine/engine-store.ts'
import type { Asker, Request } from '#server/engine/engine-types.ts'
import type { Book } from '#server/engine/state/account-state.ts'

/** The command, where memory holds all it needs. */
export function commandAtHand(book: Book, { userId }: Asker, request: Request): Command | undefined {
  switch (request.kind) {
    case 'open_order':
    case 'reset_demo':
      return { ...request, userId }
    case 'close_order':
    case 'reverse_order':
    case 'amend_order':
    case 'cancel_order':
    case 'set_stops': {
      const isHere = book.account(userId)?.orders.has(request.orderId) === true
      return isHere ? { ...request, userId, wasKnown: true } : undefined
    }
    case 'close_many': {
      const orders = book.account(userId)?.orders
      const areHere = request.orderIds.every((id) => orders?.has(id) === true)
      return areHere ? closeManyOf(userId, request, () => true) : undefined
    }
    case 'deposit':
    case 'request_withdrawal':
    case 'finish_withdrawal':
      return undefined
    default:
      return ensureNever(request)
  }
}

type CloseMany = Extract<Request, { readonly kind: 'close_many' }>

function closeManyOf(
  userId: number,
  { orderIds, ...request }: CloseMany,
  wasKnown: (orderId: number) => boolean,
): Command {
  return { ...request, userId, orders: orderIds.map((orderId) => ({ orderId, wasKnown: wasKnown(orderId) })) }
}

/** What memory does not hold is read before a command is queued, so that a decision never waits for the database. */
export async function lookUp(
  { store, book }: { readonly store: EngineStore; readonly book: Book },
  asker: Asker,
  request: Request,
): Promise<Command> {
  const { userId } = asker
  switch (request.kind) {
    case 'open_order':
    case 'reset_demo':
      return { ...request, userId }
    case 'close_order':
    case 'reverse_order':
    case 'amend_order':
    case 'cancel_order':
    case 'set_stops': {
      const atHand = commandAtHand(book, asker, request)
      if (atHand !== undefined) return atHand
      const known = await store.ordersOf(userId, [request.orderId])
      return { ...request, userId, wasKnown: known.has(request.orderId) }
    }
    case 'close_many': {
      const here = book.account(userId)?.orders
      const missing = request.orderIds.filter((id) => here?.has(id) !== true)
      const known = missing.length === 0 ? missing : [...(await store.ordersOf(userId, missing))]
      const ended = new Set(known)
      return closeManyOf(userId, request, (id) => here?.has(id) === true || ended.has(id))
    }
    case 'deposit':
    case 'request_withdrawal':
      return { ...request, userId, known: (await store.movement(request.reference)) ?? null }
    case 'finish_withdrawal': {
      const found = await store.movement(request.reference)
      return { ...request, userId, known: found?.userId === userId ? found : null }
    }
    default:
      return ensureNever(request)
  }
}

type Gathered = {
  readonly key: AskedKey
  readonly found: (record: OutcomeRecord | undefined) => void
  readonly fail: (fault: unknown) => void
}

const mostAtOnce = 1000
const mostGathered = 10_000

/** Reads of single keys, gathered: while one is under way, those that come wait for the next. */
export function createKeyReader(store: Pick<EngineStore, 'outcomes'>, sinceNow: () => Date) {
  const gathered: Gathered[] = []
  let isReading = false

  async function readAll(): Promise<void> {
    if (isReading || gathered.length === 0) return
    isReading = true
    const asked = gathered.splice(0, mostAtOnce)
    try {
      const keys = asked.map(({ key }) => key)
      const records = await store.outcomes(keys, sinceNow())
      const byName = new Map(records.map((record) => [nameOf(record), record]))
      for (const { key, found } of asked) found(byName.get(nameOf(key)))
    } catch (fault) {
      for (const { fail } of asked) fail(fault)
    } finally {
      isReading = false
      void readAll()
    }
  }
  return function read(key: AskedKey): Promise<OutcomeRecord | undefined> {
    if (gathered.length >= mostGathered) return Promise.reject(new Error('too many keys wait to be read'))
    return new Promise((found, fail) => {
      gathered.push({ key, found, fail })
      void readAll()
    })
  }
}

function nameOf({ userId, key }: AskedKey): string {
  return `${userId} ${key}`
}
