import { reasonFrom } from '#contract/envelope.ts'
import { ensureNever } from '#core/ensure-never.ts'
import { maskedDestination } from '#core/funds/masked-destination.ts'
import { payoutUnits } from '#core/funds/payout.ts'
import type { Movement } from '#core/ledger/movement.ts'
import { formatMicros, type Micros } from '#core/money/amounts.ts'
import { formatDecimal } from '#core/money/decimal.ts'
import type { NoticeContent } from '#core/notice/notice.ts'
import type { Change } from '#server/followers/followers.ts'

/** A deposit or withdrawal as its user submitted it. */
export type MovementRecord = {
  readonly currency: string
  /** In that currency, an exact decimal. */
  readonly amount: string
  /** Address or account number of a withdrawal, not masked. Empty for a deposit. */
  readonly destination: string
}

/** Undefined for a step that users are not told of: they see it in the app. */
export function contentOf(
  { transfers }: Pick<Change, 'transfers'>,
  movement: Movement,
  record: MovementRecord | undefined,
): NoticeContent | undefined {
  const { state, note = '' } = movement
  const amount = usd(movement.amount)
  const { currency, amount: submitted, destination } = record ?? { currency: 'USD', amount, destination: '' }
  switch (state) {
    case 'credited':
      return { kind: 'deposit_credited', amount }
    case 'rejected':
      return { kind: 'deposit_rejected', amount: trimmed(submitted), currency, remark: note }
    case 'invalid':
      return { kind: 'deposit_invalid', amount: trimmed(submitted), currency }
    case 'locked':
      return {
        kind: 'withdrawal_requested',
        amount,
        currency: movement.terms?.currency ?? currency,
        destination: maskedDestination(destination),
      }
    case 'reviewing':
    case 'approved':
    case 'paying':
      return undefined
    case 'sent':
      return { kind: 'withdrawal_sent', ...payoutOf(movement), transaction: movement.payment ?? '' }
    case 'returned':
      return { kind: 'withdrawal_refused', amount, note }
    case 'cancelled':
      return { kind: 'withdrawal_cancelled', amount }
    case 'void':
      // The reason of a refusal was the answer to the request itself. Others were voided later, by the sweep.
      return reasonFrom(note) === undefined ? { kind: 'withdrawal_void', amount } : undefined
    case 'adjusted': {
      const isUp = transfers.some(({ destination: to }) => to === 'cash')
      return { kind: 'balance_adjusted', amount: isUp ? amount : `-${amount}`, memo: note }
    }
    default:
      return ensureNever(state)
  }
}

/** What the user receives. Without terms there was no fee, and the amount was paid in US dollars. */
function payoutOf({ amount, terms }: Movement): { readonly amount: string; readonly currency: string } {
  const units = terms === undefined ? undefined : payoutUnits(amount, terms)
  if (terms === undefined || units === undefined) return { amount: usd(amount), currency: 'USD' }
  return { amount: trimmed(formatDecimal(units, terms.decimals)), currency: terms.currency }
}

function usd(amount: Micros): string {
  return trimmed(formatMicros(amount))
}

/** Without trailing zeros beyond the second decimal. */
function trimmed(amount: string): string {
  return amount.replace(/(\.\d\d\d*?)0+$/, '$1')
}
