import type { Command, FreezeCause } from '#core/decision/command.ts'
import type { FrozenAccount } from '#server/engine/engine-store.ts'
import type { EngineParts } from '#server/engine/engine-types.ts'

/**
 * Accounts whose handling failed. They take no commands and no triggers until an owner lifts the freeze. The causes are
 * those of `FreezeCause`.
 */
export type FrozenAccounts = {
  readonly has: (userId: number) => boolean
  /** Freezes at once, raises the alarm, and queues the command that stores the freeze. */
  readonly freeze: (userId: number, cause: FreezeCause['cause'], fault: unknown) => void
  /** Adds to the command whether its account is frozen, and to a lift since when. */
  readonly refresh: (command: Command) => Command
  /** Applies a decided command, if it freezes an account or lifts a freeze. */
  readonly apply: (command: Command, timeMs: number) => void
  /** Queues again what could not be stored: only a stored freeze is listed, can be lifted and outlasts a restart. */
  readonly retry: () => void
  /** All accounts that are frozen on disk. */
  readonly load: (frozen: readonly FrozenAccount[]) => void
  /** After decisions on these users were undone: `frozen` are those of them that are frozen on disk. */
  readonly undo: (userIds: readonly number[], frozen: readonly FrozenAccount[]) => void
}

type FreezeCommand = Extract<Command, { readonly kind: 'freeze_account' }>

type FrozenParts = Pick<EngineParts, 'log' | 'metrics'> & {
  /** Queues the command that stores a freeze. */
  readonly queue: (command: FreezeCommand) => void
}

const maxDetail = 200

export function createFrozenAccounts({ log, metrics, queue }: FrozenParts): FrozenAccounts {
  /** Frozen by a decision: on disk, or in a batch on its way there. The value is the time of that decision. */
  const decided = new Map<number, number>()
  /** Frozen, but the command that stores it is not decided yet, or cannot be. */
  const undecided = new Set<number>()
  /** The commands of the freezes since the start. */
  const commands = new Map<number, FreezeCommand>()

  function has(userId: number): boolean {
    return decided.has(userId) || undecided.has(userId)
  }
  function showCount(): void {
    metrics.engineFrozen.set(decided.size + undecided.size)
  }
  return {
    has,
    freeze(userId, cause, fault) {
      log.error({ userId, cause, fault }, 'ALARM: an account is frozen')
      if (has(userId)) return
      undecided.add(userId)
      showCount()
      const command = {
        kind: 'freeze_account',
        userId,
        cause,
        detail: detailOf(fault),
        isFrozen: false,
      } as const
      commands.set(userId, command)
      queue(command)
    },
    retry() {
      for (const userId of undecided) {
        const command = commands.get(userId)
        if (command !== undefined) queue(command)
      }
    },
    refresh(command) {
      const { userId } = command
      if (command.kind === 'lift_freeze')
        return { ...command, isFrozen: has(userId), frozenSinceMs: decided.get(userId) ?? null }
      // A freeze may be on disk already, if its lift was undone after the account had failed again.
      if (command.kind === 'freeze_account') return { ...command, isFrozen: decided.has(userId) }
      return command
    },
    apply({ kind, userId }, timeMs) {
      if (kind !== 'freeze_account' && kind !== 'lift_freeze') return
      undecided.delete(userId)
      if (kind === 'freeze_account') decided.set(userId, timeMs)
      else {
        decided.delete(userId)
        commands.delete(userId)
      }
      showCount()
    },
    load(frozen) {
      decided.clear()
      for (const { userId, atMs } of frozen) decided.set(userId, atMs)
      showCount()
    },
    undo(userIds, frozen) {
      const onDisk = new Map(frozen.map(({ userId, atMs }) => [userId, atMs]))
      for (const userId of userIds) {
        const atMs = onDisk.get(userId)
        // A freeze that was not written is decided again. Until then the account stays frozen.
        if (decided.delete(userId) && atMs === undefined) undecided.add(userId)
        if (atMs === undefined) continue
        undecided.delete(userId)
        decided.set(userId, atMs)
      }
      showCount()
    },
  }
}

/** Printable, so that the journal and the database store the same text. */
function detailOf(fault: unknown): string {
  const text = String(fault).replace(/[\p{Cc}\p{Cs}]/gu, ' ')
  return [...text].slice(0, maxDetail).join('')
}
