import type { Command } from '#core/decision/command.ts'
import type { Replayed } from '#server/verify/replay/replay-entry.ts'

/** How much was gone through. */
export type Tally = {
  batches: number
  readonly commands: Map<Command['kind'], number>
  readonly how: Record<Replayed, number>
}

export function createTally(): Tally {
  return { batches: 0, commands: new Map(), how: { decided: 0, reapplied: 0 } }
}

export function countCommand({ commands, how }: Tally, kind: Command['kind'], replayed: Replayed): void {
  commands.set(kind, (commands.get(kind) ?? 0) + 1)
  how[replayed] += 1
}

export function commandsOf({ how }: Tally): number {
  return how.decided + how.reapplied
}
