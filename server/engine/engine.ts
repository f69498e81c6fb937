// The door of the engine: the one writer of money and orders.

import { createBoard } from '#core/market/board.ts'
import type { AccountOwner, Engine, EngineParts } from '#server/engine/engine-types.ts'
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

export { type StoredOutcome, storedOutcomeOf } from '#server/engine/engine-store.ts'
export type {
  AccountChanged,
  AccountOwner,
  CommandKey,
  CommandRequest,
  Engine,
  EngineParts,
  KeyOutcome,
  SubmitResult,
} from '#server/engine/engine-types.ts'
export { boardFromSnapshot } from '#server/engine/journal/board-snapshot.ts'
export { chainHash, type JournalEntry, rulesVersion } from '#server/engine/journal/journal.ts'
export { unpackJournal } from '#server/engine/journal/unpack-journal.ts'
export { createOrderSlab, type OrderSlab } from '#server/engine/state/order-slab.ts'
export { type OrderRow, orderColumns, orderOfRow } from '#server/engine/store/order-row.ts'
export { createPostgresStore } from '#server/engine/store/postgres-store.ts'

const keptMs = 24 * 3600 * 1000
const openingTries = 3
const openedAtOnce = 1000
const sweptAtOnce = 5000
const mostSweeps = 100

/** Takes the lease, reads everything, opens the accounts that are missing, and takes commands from then on. */
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
    usersWithOrders: () => book.usersWithOrders(),
    riskOf: (userId) => book.riskOf(userId),
  })
  const book = createAccountState(slab, triggers)
  const keys = createSeenKeys({ store, clock, retentionMs: keptMs })
  const remembered = recordSeenKeys(createIdempotencyCache(clock), keys)
  const writer = createWriter({ ...parts, board, accounts: book, triggers, idempotency: remembered })
  const { ask, outcomeOf } = createIntake({
    ...parts,
    accounts: book,
    seenKeys: keys,
    idempotency: remembered,
    retentionMs: keptMs,
    enqueue: queue,
  })
  const openings = new Map<number, Promise<void>>()
  const stopEvents = parts.onMarketEvent(writer.applyMarketEvent)

  function queue(
    asked: Pick<PendingRequest, 'asker' | 'command' | 'key'>,
    withinMs?: number,
  ): Promise<PendingResult> {
    const { pending: waiting, answer } = createPendingRequest(timers, asked, withinMs)
    writer.enqueue(waiting)
    return answer
  }

  function learnKeys(): void {
    keys
      .load()
      .catch((fault: unknown) => log.warn({ fault }, 'the keys of the last day could not be read yet'))
  }

  async function openMissing(): Promise<void> {
    let afterId = 0
    for (;;) {
      const users = await store.usersWithoutAccount(afterId, openedAtOnce)
      const answers = await Promise.all(users.map((asker) => openPatiently(asker)))
      afterId = users.at(-1)?.userId ?? afterId
      if (answers.length < openedAtOnce) return
    }
  }

  /** Whoever comes while an account is being opened waits for the same. */
  function openAccount(asker: AccountOwner): Promise<void> {
    const underWay = openings.get(asker.userId)
    if (underWay !== undefined) return underWay
    const opening = open(asker).finally(() => openings.delete(asker.userId))
    openings.set(asker.userId, opening)
    return opening
  }

  /** At the start: it is safe to repeat, and a slow database is no reason to give up. */
  async function openPatiently(asker: AccountOwner): Promise<void> {
    for (let tries = 1; tries < openingTries; tries += 1) {
      if (await openAccount(asker).then(isTrue, isFalse)) return
    }
    await openAccount(asker)
  }

  async function open(asker: AccountOwner): Promise<void> {
    if (book.has(asker.userId)) return
    const { userId, isDemo } = asker
    const command = { kind: 'open_account', userId, book: isDemo ? 'demo' : 'real' } as const
    const asked = await queue({ owner: asker, command, key: undefined })
    if (asked.kind !== 'done') throw new Error(`an account could not be opened: ${asked.kind}`)
  }

  await writer.start()
  await openMissing()
  // Not waited for: until it is through, whatever might have been asked before is looked up.
  learnKeys()
  return {
    submit: ask,
    outcomeOf,
    openAccount,
    isReady: writer.isReady,
    async sweep() {
      writer.forgetBefore(clock.now() - cacheTtlMs)
      await writer.checkLease()
      if (!writer.isReady()) return
      learnKeys()
      const before = new Date(clock.now() - keptMs)
      for (let sweeps = 0; sweeps < mostSweeps; sweeps += 1) {
        if ((await store.deleteOutcomes(before, sweptAtOnce)) < sweptAtOnce) return
      }
    },
    async stop() {
      stopEvents()
      keys.stop()
      await writer.stop()
    },
  }
}

const isTrue = () => true
const isFalse = () => false
