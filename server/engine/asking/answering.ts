import type { Command } from '#core/decision/command.ts'
import type { KnownKeys } from '#server/engine/asking/known-keys.ts'
import { commandAtHand, createKeyReader, lookUp } from '#server/engine/asking/look-up.ts'
import { type Heard, longestWaitMs, type Waiting } from '#server/engine/asking/waiting.ts'
import type { EngineParts } from '#server/engine/engine-parts.ts'
import type { Asked, Asker, RepeatKey, Request } from '#server/engine/engine-types.ts'
import type { Book } from '#server/engine/memory/book.ts'
import type { Remembered } from '#server/engine/memory/remembered.ts'
import { atMost } from '#server/platform/waiting.ts'
import { createWorkLine } from '#server/platform/work-line.ts'

export type AnsweringParts = Pick<EngineParts, 'store' | 'clock' | 'timers' | 'log'> & {
  readonly book: Book
  readonly keys: Pick<KnownKeys, 'isNew'>
  readonly remembered: Pick<Remembered, 'find'>
  /** As long as a key is kept. */
  readonly keptMs: number
  readonly queue: (asked: Pick<Waiting, 'asker' | 'command' | 'key'>, withinMs: number) => Promise<Heard>
}

type Question = {
  readonly asker: Asker
  readonly request: Request
  readonly key: RepeatKey | undefined
  /** How long an answer is still waited for. */
  readonly leftMs: () => number
}

const lookUpLimits = { mostAtWork: 64, mostWaiting: 10_000 }

/** From what somebody asks to what they hear, within five seconds. */
export function createAnswering(parts: AnsweringParts) {
  const { store, clock, timers, log, book, keys, remembered, queue } = parts
  const readKey = createKeyReader(store, () => new Date(clock.now() - parts.keptMs))
  const lookUps = createWorkLine(lookUpLimits)

  async function answer(question: Question): Promise<Asked> {
    const { asker, request, key } = question
    const isSurelyNew = key === undefined || keys.isNew(asker.userId, key.key)
    const atHand = isSurelyNew ? commandAtHand(book, asker, request) : undefined
    if (atHand !== undefined) return await decided(question, atHand)
    const before = await outcomeBefore(question)
    if (before !== undefined) return before
    const command = await inTime(
      question,
      lookUps.run(() => lookUp({ store, book }, asker, request)),
    )
    return command === undefined || command === 'busy' ? { kind: 'busy' } : await decided(question, command)
  }

  async function decided(question: Question, command: Command): Promise<Asked> {
    const { asker, key, leftMs } = question
    const heard = await queue({ asker, command, key }, leftMs())
    if (heard.kind !== 'written') return heard
    return (await outcomeBefore(question)) ?? { kind: 'unknown' }
  }

  /** What is on disk under the key. What memory has but the disk has not is found again when the command is decided. */
  async function outcomeBefore(question: Question): Promise<Asked | undefined> {
    const { asker, key } = question
    if (key === undefined) return undefined
    const memory = remembered.find(asker.userId, key.key)
    if (memory?.entry !== undefined) return undefined
    if (memory !== undefined && memory.fingerprint !== key.fingerprint) return { kind: 'mismatch' }
    const found = await inTime(
      question,
      readKey({ userId: asker.userId, key: key.key }).then((record) => record ?? 'never'),
    )
    if (found === 'never') return undefined
    // It may have been used before.
    if (found === undefined) return { kind: 'unknown' }
    return found.fingerprint === key.fingerprint ? found.outcome : { kind: 'mismatch' }
  }

  /** Undefined where it cannot be read, or not in time. */
  async function inTime<Result>({ leftMs }: Question, reading: Promise<Result>): Promise<Result | undefined> {
    try {
      return await atMost(timers, leftMs(), reading)
    } catch (fault) {
      log.warn({ fault }, 'a command could not be looked up')
      return undefined
    }
  }

  return async function ask(asker: Asker, request: Request, key?: RepeatKey): Promise<Asked> {
    const untilMs = clock.elapsed() + longestWaitMs
    const leftMs = () => Math.max(0, untilMs - clock.elapsed())
    const asked = await answer({ asker, request, key, leftMs })
    // Nothing was done this time, but the key is one with which something is.
    const isUsed = key !== undefined && remembered.find(asker.userId, key.key) !== undefined
    return asked.kind === 'busy' && isUsed ? { kind: 'unknown' } : asked
  }
}
