import type { Freeze, FreezeState } from '#server/engine/engine-store.ts'
import type { MemoryTables } from '#test/trading-day/memory-store.ts'

/** Freezes as the operator console lists them. Users and operators are named by their ids. */
export function freezesOf({ freezes, accounts }: MemoryTables, state: FreezeState): readonly Freeze[] {
  const frozen = new Map<number, Freeze>()
  const lifted: Freeze[] = []
  for (const [index, record] of freezes.entries()) {
    const { userId, atMs } = record
    const at = new Date(atMs)
    if (record.kind === 'frozen') {
      const { cause, detail } = record
      const isDemo = accounts.get(userId)?.book === 'demo'
      const account = { id: index + 1, userId, uid: String(userId), isDemo }
      frozen.set(userId, { ...account, cause, detail, frozenAt: at, lift: undefined })
      continue
    }
    const freeze = frozen.get(userId)
    if (freeze === undefined) continue
    frozen.delete(userId)
    lifted.unshift({ ...freeze, lift: { at, by: String(record.operatorId), reason: record.reason } })
  }
  return state === 'frozen' ? [...frozen.values()] : lifted
}
