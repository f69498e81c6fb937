import type { BalanceKind, Transfer } from '#core/ledger/transfer.ts'
import { type Micros, micros } from '#core/money/micros.ts'

/** What a transfer adds to a purse; below zero for what it takes. */
export function balanceChange(purse: BalanceKind, { source, destination, amount }: Transfer): Micros {
  if (destination === purse) return amount
  return micros(source === purse ? -amount : 0)
}
