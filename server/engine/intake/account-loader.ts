import type { EngineStore } from '#server/engine/engine-store.ts'
import { createBatchedReader } from '#server/engine/intake/batched-reader.ts'
import type { AccountState } from '#server/engine/state/account-state.ts'

/**
 * Loads accounts without orders when they are needed. Accounts with orders are in memory since the start, because quotes
 * concern them.
 */
export type AccountLoader = {
  /** While the work runs, the account is not unloaded. */
  readonly hold: <Result>(userId: number, work: () => Promise<Result>) => Promise<Result>
  readonly isHeld: (userId: number) => boolean
  /** Loads the account, unless it is in memory or does not exist. Concurrent calls share one read. */
  readonly load: (userId: number) => Promise<void>
}

type Parts = {
  readonly store: Pick<EngineStore, 'accounts'>
  readonly accounts: Pick<AccountState, 'has' | 'addAccount'>
}

export function createAccountLoader({ store, accounts }: Parts): AccountLoader {
  const holds = new Map<number, number>()
  const loads = new Map<number, Promise<void>>()
  const read = createBatchedReader({
    read: store.accounts,
    nameOf: (account: number | StoredAccount) => (typeof account === 'number' ? account : account.userId),
  })

  /**
   * Nothing decides on an account that is not in memory, so what was read is still true, unless the account was opened
   * meanwhile.
   */
  async function loadOnce(userId: number): Promise<void> {
    const found = await read(userId)
    if (found === undefined || accounts.has(userId)) return
    const { hasOrders, ...account } = found
    if (hasOrders) throw new Error(`the account of user ${userId} has orders and should be in memory`)
    accounts.addAccount(account)
  }
  return {
    async hold(userId, work) {
      holds.set(userId, (holds.get(userId) ?? 0) + 1)
      try {
        return await work()
      } finally {
        const left = (holds.get(userId) ?? 1) - 1
        if (left === 0) holds.delete(userId)
        else holds.set(userId, left)
      }
    },
    isHeld: (userId) => holds.has(userId),
    load(userId) {
      if (accounts.has(userId)) return loaded
      const inProgress = loads.get(userId)
      if (inProgress !== undefined) return inProgress
      const loading = loadOnce(userId).finally(() => loads.delete(userId))
      loads.set(userId, loading)
      return loading
    },
  }
}

const loaded = Promise.resolve()

type StoredAccount = Awaited<ReturnType<EngineStore['accounts']>>[number]
