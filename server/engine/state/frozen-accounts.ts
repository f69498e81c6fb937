import type { EngineParts } from '#server/engine/engine-types.ts'

/** Accounts for which nothing is decided any more, until somebody has looked and started the engine again. */
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
      log.error({ userId, fault }, 'ALARM: an account is frozen, for what was decided for it cannot be kept')
    },
  }
}
