import type { EngineParts } from '#server/engine/engine-types.ts'

/**
 * Accounts for which a decision failed, or whose decision the database refused to store. They take no commands until an
 * administrator restarts the server.
 */
export type FrozenAccounts = {
  readonly has: (userId: number) => boolean
  readonly freeze: (userId: number, fault: unknown) => void
}

export function createFrozenAccounts({ log, metrics }: Pick<EngineParts, 'log' | 'metrics'>): FrozenAccounts {
  const frozen = new Set<number>()
  return {
    has: (userId) => frozen.has(userId),
    freeze(userId, fault) {
      frozen.add(userId)
      metrics.engineFrozen.set(frozen.size)
      log.error(
        { userId, fault },
        'ALARM: an account is frozen: a decision failed, or the database refused to store it',
      )
    },
  }
}
