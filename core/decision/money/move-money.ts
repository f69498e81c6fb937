import { type Draft, postTransfers } from '#core/decision/draft.ts'
import type { Movement } from '#core/funds/movement.ts'
import { movementTransfer } from '#core/ledger/movement-transfer.ts'
import type { Micros } from '#core/money/micros.ts'

export type FundsRequest = {
  readonly amount: Micros
  readonly reference: string
  /** What was found under the reference. */
  readonly known: Movement | null
}

export function isValidAmount(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount > 0
}

export function recordMovement(draft: Draft, movement: Movement): void {
  draft.movement = movement
  postTransfers(draft, [movementTransfer(movement)])
}
