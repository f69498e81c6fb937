import type { Command } from '#core/decision/command.ts'
import { ensureNever } from '#core/ensure-never.ts'
import type { EngineStore, OutcomeRecord, UserKey } from '#server/engine/engine-store.ts'
import type { AccountOwner, CommandRequest } from '#server/engine/engine-types.ts'
import type { AccountState } from '#server/engine/state/account-state.ts'

/** The command, where memory holds all it needs. */
export function commandFromMemory(
  accounts: AccountState,
  { userId }: AccountOwner,
  request: CommandRequest,
): Command | undefined {
  switch (request.kind) {
    case 'open_order':
    case 'reset_demo':
      return { ...request, userId }
    case 'close_order':
    case 'reverse_order':
    case 'amend_order':
    case 'cancel_order':
    case 'set_stops': {
      const isHere = accounts.get(userId)?.orders.has(request.orderId) === true
      return isHere ? { ...request, userId, wasKnown: true } : undefined
    }
    case 'close_many': {
      const orders = accounts.get(userId)?.orders
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

type CloseMany = Extract<CommandRequest, { readonly kind: 'close_many' }>

function closeManyOf(
  userId: number,
  { orderIds, ...request }: CloseMany,
  wasKnown: (orderId: number) => boolean,
): Command {
  return { ...request, userId, orders: orderIds.map((orderId) => ({ orderId, wasKnown: wasKnown(orderId) })) }
}

/** What memory does not hold is read before a command is queued, so that a decision never waits for the database. */
export async function commandWithLookups(
  { store, book }: { readonly store: EngineStore; readonly book: AccountState },
  asker: AccountOwner,
  request: CommandRequest,
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
      const atHand = commandFromMemory(book, asker, request)
      if (atHand !== undefined) return atHand
      const known = await store.ownedOrderIds(userId, [request.orderId])
      return { ...request, userId, wasKnown: known.has(request.orderId) }
    }
    case 'close_many': {
      const here = book.get(userId)?.orders
      const missing = request.orderIds.filter((id) => here?.has(id) !== true)
      const known = missing.length === 0 ? missing : [...(await store.ownedOrderIds(userId, missing))]
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
  readonly key: UserKey
  readonly found: (record: OutcomeRecord | undefined) => void
  readonly fail: (fault: unknown) => void
}

const mostAtOnce = 1000
const mostGathered = 10_000

/** Reads of single keys, gathered: while one is under way, those that come wait for the next. */
export function createOutcomeReader(store: Pick<EngineStore, 'outcomes'>, sinceNow: () => Date) {
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
  return function read(key: UserKey): Promise<OutcomeRecord | undefined> {
    if (gathered.length >= mostGathered) return Promise.reject(new Error('too many keys wait to be read'))
    return new Promise((found, fail) => {
      gathered.push({ key, found, fail })
      void readAll()
    })
  }
}

function nameOf({ userId, key }: UserKey): string {
  return `${userId} ${key}`
}
