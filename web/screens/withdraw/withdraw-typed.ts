import { createValueStore, type ValueStore } from '#browser/platform/value-store.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'

/** What the user has typed and chosen. Kept while a payout method is added on another screen. */
export type TypedWithdrawal = {
  readonly type: 1 | 2
  readonly amount: string
  readonly memo: string
  readonly currencyId: string | undefined
  readonly methodId: number | undefined
}

export const nothingTyped: TypedWithdrawal = {
  type: 1,
  amount: '',
  memo: '',
  currencyId: undefined,
  methodId: undefined,
}

/** Emptied when the session ends: another user must not see it. */
export function createTypedWithdrawal({ session }: AppParts): ValueStore<TypedWithdrawal> {
  const store = createValueStore(nothingTyped)
  session.subscribe(() => store.set(nothingTyped))
  return store
}
