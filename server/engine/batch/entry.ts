import type { Command } from '#core/decision/command.ts'
import type { Effects } from '#core/decision/decision.ts'
import type { Waiting } from '#server/engine/asking/waiting.ts'
import type { KeptOutcome } from '#server/engine/records.ts'

/** One decision in a batch, and everyone who waits to hear of it: whoever asked, and who repeated it meanwhile. */
export type Entry = {
  readonly command: Command
  readonly outcome: KeptOutcome
  /** Undefined for a refusal, and where there was nothing to do. */
  readonly effects: Effects | undefined
  /** Orders that left the open or pending list. */
  readonly left: readonly number[]
  readonly waiting: Waiting[]
  /** What is remembered of it under its key, for as long as it is not on disk. */
  memory: { entry: Entry | undefined } | undefined
}

type About = {
  readonly effects?: Effects | undefined
  readonly left?: readonly number[]
  readonly waiting: Waiting | undefined
}

export function createEntry(command: Command, outcome: KeptOutcome, about: About): Entry {
  const { effects, left = [], waiting } = about
  return {
    command,
    outcome,
    effects,
    left,
    waiting: waiting === undefined ? [] : [waiting],
    memory: undefined,
  }
}
