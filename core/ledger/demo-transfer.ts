import type { Transfer } from '#core/ledger/transfer.ts'
import { type Micros, micros } from '#core/money/micros.ts'
import { subtract } from '#core/money/safe-integer.ts'

/** What a demo account begins with, each time: 100,000 USD. */
export const demoStartingCash = micros(100_000_000_000)

/** Brings the cash of a demo account to where it begins. Nothing is moved where it is there already. */
export function demoTransfer(cash: Micros, reference: 'demo_opening' | 'demo_reset'): readonly Transfer[] {
  const missing = subtract(demoStartingCash, cash)
  if (missing === 0) return []
  const way =
    missing > 0
      ? ({ source: 'demo_credit', destination: 'cash' } as const)
      : ({ source: 'cash', destination: 'demo_credit' } as const)
  return [{ ...way, amount: micros(Math.abs(missing)), type: 'demo', reference, orderId: null }]
}
