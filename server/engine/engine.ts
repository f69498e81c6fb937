// Entry point of the engine, the single writer of money and orders.

import { createBoard } from '#core/market/board.ts'
import type { AccountOwner, Engine, EngineParts } from '#server/engine/engine-types.ts'
import { createFreezeList } from '#server/engine/freeze-list.ts'
import { createAccountLoader } from '#server/engine/intake/account-loader.ts'
import {
  createPendingRequest,
  type PendingRequest,
  type PendingResult,
} from '#server/engine/intake/pending-request.ts'
import { createSeenKeys, recordSeenKeys } from '#server/engine/intake/seen-keys.ts'
import { createIntake } from '#server/engine/intake/submit-command.ts'
import { createAccountState } from '#server/engine/state/account-state.ts'
import { cacheTtlMs, createIdempotencyCache } from '#server/engine/state/idempotency-cache.ts'
import { createOrderSlab } from '#server/engine/state/order-slab.ts'
import { createIndexedTriggers } from '#server/engine/triggers/indexed-triggers.ts'
import { createWriter } from '#server/engine/writer/writer.ts'
import { deleteInBatches } from '#server/platform/delete-in-batches.ts'

export { type StoredOutcome, storedOutcomeOf } from '#server/engine/engine-store.ts'
export {
  type AccountChanged,
  type AccountOwner,
  type CommandKey,
  type CommandRequest,
  type Engine,
  type EngineParts,
  endedOrdersOf,
  type KeyOutcome,
  type SubmitResult,
} from '#server/engine/engine-types.ts'
export { leafHash } from '#server/engine/journal/account-leaf.ts'
export { checkOwnProof, checkProof, type JournalHead } from '#server/engine/journal/account-proof.ts'
export { boardFromSnapshot } from '#server/engine/journal/board-snapshot.ts'
export {
  canDecideAgain,
  chainHash,
  type JournalEntry,
  packedHashOf,
  rulesVersion,
} from '#server/engine/journal/journal.ts'
export { merklePath, merkleRoot } from '#server/engine/journal/merkle-tree.ts'
export { orderBefore } from '#server/engine/journal/orders-before.ts'
export {
  type AccountProof,
  type ChainLink,
  type ProvenBatch,
  proofFormat,
} from '#server/engine/journal/proof-shape.ts'
export { type CommandKinds, type IndexedEntry, readEntries } from '#server/engine/journal/read-entries.ts'
export { unpackJournal } from '#server/engine/journal/unpack-journal.ts'
export {
  hasAccount,
  isFormat2,
  leavesOf,
  type Page,
  type PageAccount,
  unpackPage,
} from '#server/engine/journal/unpack-page.ts'
export { hasSamePlainFields } from '#server/engine/order-fields.ts'
export { createOrderSlab, type OrderSlab } from '#server/engine/state/order-slab.ts'
export { type OrderRow, orderColumns, orderOfRow } from '#server/engine/store/order-columns.ts'
export { createPostgresStore } from '#server/engine/store/postgres-store.ts'

/** How long idempotency keys and their outcomes are kept. */
const retentionMs = 24 * 3600 * 1000
const maxOpenAttempts = 3
const openChunk = 1000
const outcomesPerDelete = 5000

/**
 * Takes the lease, loads all accounts with orders, opens missing accounts, and accepts commands from then on. Other
 * accounts are loaded when they are used.
 */
export async function createEngine(parts: EngineParts): Promise<Engine> {
  const { store, clock, timers, log } = parts
  const board = createBoard(parts.markets, parts.lastPrices)
  const slab = createOrderSlab()
  const createTriggers = parts.createTriggers ?? createIndexedTriggers
  const { markets } = parts
  const triggers = createTriggers({
    slab,
    board,
    markets,
    usersWithOrders: () => accounts.usersWithOrders(),
    riskOf: (userId) => accounts.riskOf(userId),
  })
  const accounts = createAccountState(slab, triggers, clock.elapsed)
  const loader = createAccountLoader({ store, accounts })
  const seenKeys = createSeenKeys({ store, clock, retentionMs })
  const idempotency = recordSeenKeys(createIdempotencyCache(clock), seenKeys)
  const writer = createWriter({ ...parts, board, accounts, triggers, idempotency })
  const { submit, mayHaveUsed, outcomeOf } = createIntake({
    ...parts,
    accounts,
    loader,
    seenKeys,
    idempotency,
    retentionMs,
    enqueue,
  })
  const openings = new Map<number, Promise<void>>()
  const unsubscribe = parts.onMarketEvent(writer.applyMarketEvent)

  function enqueue(
    request: Pick<PendingRequest, 'owner' | 'command' | 'key'>,
    withinMs?: number,
  ): Promise<PendingResult> {
    const { pending, result } = createPendingRequest(timers, request, withinMs)
    writer.enqueue(pending)
    return result
  }

  function loadSeenKeys(): void {
    seenKeys
      .load()
      .catch((fault: unknown) =>
        log.warn({ fault }, 'could not load the idempotency keys of the last day; retrying'),
      )
  }

  async function openMissing(): Promise<void> {
    let afterId = 0
    for (;;) {
      const users = await store.usersWithoutAccount(afterId, openChunk)
      const opened = await Promise.all(users.map((owner) => openWithRetry(owner)))
      afterId = users.at(-1)?.userId ?? afterId
      if (opened.length < openChunk) return
    }
  }

  /** Concurrent calls for one account share one opening. */
  function openAccount(owner: AccountOwner): Promise<void> {
    const inProgress = openings.get(owner.userId)
    if (inProgress !== undefined) return inProgress
    const opening = loader.hold(owner.userId, () => open(owner)).finally(() => openings.delete(owner.userId))
    openings.set(owner.userId, opening)
    return opening
  }

  /** At the start a slow database is no reason to fail, and opening is safe to repeat. */
  async function openWithRetry(owner: AccountOwner): Promise<void> {
    for (let attempt = 1; attempt < maxOpenAttempts; attempt += 1) {
      if (await openAccount(owner).then(isTrue, isFalse)) return
    }
    await openAccount(owner)
  }

  async function open(owner: AccountOwner): Promise<void> {
    const { userId, isDemo } = owner
    await loader.load(userId)
    if (accounts.has(userId)) return
    const command = { kind: 'open_account', userId, book: isDemo ? 'demo' : 'real' } as const
    const result = await enqueue({ owner, command, key: undefined })
    if (result.kind !== 'done') throw new Error(`could not open an account: ${result.kind}`)
  }

  await writer.start()
  await openMissing()
  // Not awaited: until the used keys are loaded, every key is looked up in the database.
  loadSeenKeys()
  return {
    submit,
    mayHaveUsed,
    outcomeOf,
    openAccount,
    ...createFreezeList(store),
    isReady: writer.isReady,
    checkLease: writer.checkLease,
    async sweep() {
      writer.forgetBefore(clock.now() - cacheTtlMs)
      writer.unloadIdle(loader.isHeld)
      await writer.checkLease()
      if (!writer.isReady()) return
      writer.retryFreezes()
      loadSeenKeys()
      const before = new Date(clock.now() - retentionMs)
      await deleteInBatches((limit) => store.deleteOutcomes(before, limit), outcomesPerDelete)
    },
    async stop() {
      unsubscribe()
      seenKeys.stop()
      await writer.stop()
    },
  }
}

const isTrue = () => true
const isFalse = () => false
