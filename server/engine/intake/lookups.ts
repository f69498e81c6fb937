import type { Command } from '#core/decision/command.ts'
import { ensureNever } from '#core/ensure-never.ts'
import type { EngineStore, OutcomeRecord, UserKey } from '#server/engine/engine-store.ts'
import type { AccountOwner, CommandRequest } from '#server/engine/engine-types.ts'
import { createBatchedReader } from '#server/engine/intake/batched-reader.ts'
import type { AccountState } from '#server/engine/state/account-state.ts'

/** Returns the command if memory holds every fact it needs, otherwise undefined. */
export function commandFromMemory(
  accounts: AccountState,
  { userId }: AccountOwner,
  request: CommandRequest,
): Command | undefined {
  switch (request.kind) {
    case 'open_order':
    case 'reset_demo':
      return { ...request, userId }
    case 'lift_freeze':
      return { ...request, userId, isFrozen: false, frozenSinceMs: null }
    case 'close_order':
    case 'reverse_order':
    case 'amend_order':
    case 'cancel_order':
    case 'set_stops': {
      const isActive = accounts.get(userId)?.orders.has(request.orderId) === true
      return isActive ? { ...request, userId, wasKnown: true } : undefined
    }
    case 'close_many': {
      const orders = accounts.get(userId)?.orders
      const areActive = request.orderIds.every((id) => orders?.has(id) === true)
      return areActive ? closeManyOf(userId, request, () => true) : undefined
    }
    case 'deposit':
    case 'request_withdrawal':
    case 'void_withdrawal':
    case 'advance_withdrawal':
    case 'adjust':
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

/** Runs before the command is queued: reads the facts that memory lacks, so that no decision waits for the database. */
export async function commandWithLookups(
  { store, accounts }: { readonly store: EngineStore; readonly accounts: AccountState },
  owner: AccountOwner,
  request: CommandRequest,
): Promise<Command> {
  const { userId } = owner
  switch (request.kind) {
    case 'open_order':
    case 'reset_demo':
      return { ...request, userId }
    case 'lift_freeze':
      return { ...request, userId, isFrozen: false, frozenSinceMs: null }
    case 'close_order':
    case 'reverse_order':
    case 'amend_order':
    case 'cancel_order':
    case 'set_stops': {
      const fromMemory = commandFromMemory(accounts, owner, request)
      if (fromMemory !== undefined) return fromMemory
      const owned = await store.ownedOrderIds(userId, [request.orderId])
      return { ...request, userId, wasKnown: owned.has(request.orderId) }
    }
    case 'close_many': {
      const active = accounts.get(userId)?.orders
      const missing = request.orderIds.filter((id) => active?.has(id) !== true)
      const owned = missing.length === 0 ? missing : [...(await store.ownedOrderIds(userId, missing))]
      const ended = new Set(owned)
      return closeManyOf(userId, request, (id) => active?.has(id) === true || ended.has(id))
    }
    case 'deposit':
    case 'request_withdrawal':
    case 'void_withdrawal':
    case 'adjust':
      return { ...request, userId, known: (await store.movement(request.reference)) ?? null }
    case 'advance_withdrawal': {
      const found = await store.movement(request.reference)
      return { ...request, userId, known: found?.userId === userId ? found : null }
    }
    default:
      return ensureNever(request)
  }
}

/** Reads outcomes by key, batched. */
export function createOutcomeReader(store: Pick<EngineStore, 'outcomes'>, since: () => Date) {
  return createBatchedReader<UserKey, OutcomeRecord>({
    read: (keys) => store.outcomes(keys, since()),
    nameOf: ({ userId, key }) => `${userId} ${key}`,
  })
}
