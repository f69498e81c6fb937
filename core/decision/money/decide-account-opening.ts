import type { Decision } from '#core/decision/decision.ts'
import { decided, postTransfers, startDraft } from '#core/decision/draft.ts'
import { demoTransfer } from '#core/ledger/demo-transfer.ts'
import type { Book } from '#core/ledger/transfer.ts'
import { micros } from '#core/money/micros.ts'

/** A demo account begins with what the house gives it, a real one with nothing. */
export function decideAccountOpening(userId: number, book: Book): Decision {
  const nothing = micros(0)
  const draft = startDraft({
    userId,
    book,
    cash: nothing,
    locked: nothing,
    isWarned: false,
    orders: new Map(),
  })
  if (book === 'demo') postTransfers(draft, demoTransfer(draft.cash, 'demo_opening'))
  return decided(draft, [])
}
