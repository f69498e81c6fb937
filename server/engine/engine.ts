// The door of the engine: the one writer of money and orders.

import type { Command } from '#core/decision/command.ts'
import { createBoard } from '#core/market/board.ts'
import { createKnownKeys, notingKeys } from '#server/engine/asking/known-keys.ts'
import { commandAtHand, createKeyReader, lookUp } from '#server/engine/asking/look-up.ts'
import { createWaiting, type Heard, longestWaitMs, type Waiting } from '#server/engine/asking/waiting.ts'
import type { EngineParts } from '#server/engine/engine-parts.ts'
import type { Asked, Asker, Engine, RepeatKey, Request } from '#server/engine/engine-types.ts'
import { createBook } from '#server/engine/memory/book.ts'
import { createOrderSlab } from '#server/engine/memory/order-slab.ts'
import { createRemembered, rememberedMs } from '#server/engine/memory/remembered.ts'
import { createArmedTriggers } from '#server/engine/triggers/armed-triggers.ts'
import { createWriter } from '#server/engine/writing/writer.ts'
import { atMost } from '#server/platform/waiting.ts'
import { createWorkLine } from '#server/platform/work-line.ts'

export { chainHash, type JournalEntry, rulesVersion } from '#server/engine/batch/journal.ts'
export { unpackJournal } from '#server/engine/batch/unpack-journal.ts'
export { boardOf } from '#server/engine/deciding/board-snapshot.ts'
export type { EngineParts } from '#server/engine/engine-parts.ts'
export type {
  AccountChanged,
  Asked,
  Asker,
  Engine,
  RepeatKey,
  Request,
} from '#server/engine/engine-types.ts'
export { createOrderSlab, type OrderSlab } from '#server/engine/memory/order-slab.ts'
export type { KeptOutcome } from '#server/engine/records.ts'
export { type OrderRow, orderColumns, orderOfRow } from '#server/engine/store/order-row.ts'
export { createPostgresStore } from '#server/engine/store/postgres-store.ts'

const keptMs = 24 * 3600 * 1000
const lookUpLimits = { mostAtWork: 64, mostWaiting: 10_000 }
const openingTries = 3
const openedAtOnce = 1000
const sweptAtOnce = 5000
const mostSweeps = 100

/** Takes the lease, reads everything, opens the accounts that are missing, and takes commands from then on. */
export async function createEngine(parts: EngineParts): Promise<Engine> {
  const { store, clock, timers, log } = parts
  const board = createBoard(parts.markets, parts.lastPrices)
  const slab = createOrderSlab()
  const createTriggers = parts.createTriggers ?? createArmedTriggers
  const { markets } = parts
  const triggers = createTriggers({
    slab,
    board,
    markets,
    holders: () => book.holders(),
    exposed: (userId) => book.exposed(userId),
  })
  const book = createBook(slab, triggers)
  const keys = createKnownKeys({ store, clock, keptMs })
  const remembered = notingKeys(createRemembered(), keys)
  const writer = createWriter({ ...parts, board, book, triggers, remembered })
  const readKey = createKeyReader(store, () => new Date(clock.now() - keptMs))
  const lookUps = createWorkLine(lookUpLimits)
  const openings = new Map<number, Promise<void>>()
  const stopEvents = parts.onMarketEvent(writer.marketEvent)

  function queue(asked: Pick<Waiting, 'asker' | 'command' | 'key'>, withinMs?: number): Promise<Heard> {
    const { waiting, answer } = createWaiting(timers, asked, withinMs)
    writer.queue(waiting)
    return answer
  }

  /** Undefined where something has to be read first. */
  function commandAtOnce(asker: Asker, request: Request, key: RepeatKey | undefined): Command | undefined {
    if (key !== undefined && !keys.isNew(asker.userId, key.key)) return undefined
    return commandAtHand(book, asker, request)
  }

  function learnKeys(): void {
    keys
      .learn()
      .catch((fault: unknown) => log.warn({ fault }, 'the keys of the last day could not be read yet'))
  }

  /** What memory does not hold is read first: the outcome of an earlier time, or the command with what it needs. */
  async function prepare(
    asker: Asker,
    request: Request,
    key: RepeatKey | undefined,
  ): Promise<Asked | Command> {
    const before = await outcomeBefore(asker, key)
    if (before !== undefined) return before
    const command = await lookUps.run(() => lookUp({ store, book }, asker, request))
    return command === 'busy' ? { kind: 'busy' } : command
  }

  /** What is on disk under the key. What memory has but the disk has not is found again when the command is decided. */
  async function outcomeBefore({ userId }: Asker, key: RepeatKey | undefined): Promise<Asked | undefined> {
    if (key === undefined) return undefined
    if (remembered.find(userId, key.key)?.entry !== undefined) return undefined
    const found = await readKey({ userId, key: key.key })
    if (found === undefined) return undefined
    return found.fingerprint === key.fingerprint ? found.outcome : { kind: 'mismatch' }
  }

  async function askPrepared(asker: Asker, request: Request, key: RepeatKey | undefined): Promise<Heard> {
    const startedMs = clock.elapsed()
    try {
      const prepared = await atMost(timers, longestWaitMs, prepare(asker, request, key))
      if (prepared === undefined) return { kind: 'busy' }
      if (!('userId' in prepared)) return prepared
      const leftMs = longestWaitMs - (clock.elapsed() - startedMs)
      return await queue({ asker, command: prepared, key }, Math.max(0, leftMs))
    } catch (fault) {
      // Nothing was queued: what had to be read first could not be.
      log.warn({ fault }, 'a command could not be looked up')
      return { kind: 'busy' }
    }
  }

  /** For whoever asked the same while the first was being done: it is on disk. */
  async function readAgain(asker: Asker, key: RepeatKey | undefined): Promise<Asked> {
    try {
      return (await atMost(timers, longestWaitMs, outcomeBefore(asker, key))) ?? { kind: 'unknown' }
    } catch (fault) {
      log.warn({ fault }, 'what came of a command could not be read')
      return { kind: 'unknown' }
    }
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
  function openAccount(asker: Asker): Promise<void> {
    const underWay = openings.get(asker.userId)
    if (underWay !== undefined) return underWay
    const opening = open(asker).finally(() => openings.delete(asker.userId))
    openings.set(asker.userId, opening)
    return opening
  }

  /** At the start: it is safe to repeat, and a slow database is no reason to give up. */
  async function openPatiently(asker: Asker): Promise<void> {
    for (let tries = 1; tries < openingTries; tries += 1) {
      if (await openAccount(asker).then(isTrue, isFalse)) return
    }
    await openAccount(asker)
  }

  async function open(asker: Asker): Promise<void> {
    if (book.has(asker.userId)) return
    const { userId, isDemo } = asker
    const command = { kind: 'open_account', userId, book: isDemo ? 'demo' : 'real' } as const
    const asked = await queue({ asker, command, key: undefined })
    if (asked.kind !== 'done') throw new Error(`an account could not be opened: ${asked.kind}`)
  }

  await writer.start()
  await openMissing()
  // Not waited for: until it is through, whatever might have been asked before is looked up.
  learnKeys()
  return {
    async ask(asker, request, key) {
      const atOnce = commandAtOnce(asker, request, key)
      const heard =
        atOnce === undefined
          ? await askPrepared(asker, request, key)
          : await queue({ asker, command: atOnce, key })
      return heard.kind === 'written' ? await readAgain(asker, key) : heard
    },
    openAccount,
    isReady: writer.isReady,
    async sweep() {
      writer.forgetBefore(clock.now() - rememberedMs)
      await writer.checkLease()
      if (!writer.isReady()) return
      learnKeys()
      const before = new Date(clock.now() - keptMs)
      for (let sweeps = 0; sweeps < mostSweeps; sweeps += 1) {
        if ((await store.forgetOutcomes(before, sweptAtOnce)) < sweptAtOnce) return
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
