// Facts about a withdrawal that an operator should look at. They decide nothing.
import { dayMs } from '#core/candle/period.ts'
import { formatMicros, type Micros } from '#core/money/amounts.ts'

export type RiskKind =
  | 'first_withdrawal'
  | 'new_method'
  | 'shared_destination'
  | 'payee_name_differs'
  | 'recent_password_change'
  | 'recent_deposit'
  | 'no_trades'
  | 'same_payment'

/** `figure` is a count, an amount in US dollars, an ISO time, a name or a list of ids; empty if the mark has none. */
export type RiskMark = { readonly kind: RiskKind; readonly figure: string }

export type WithdrawalFacts = {
  readonly requestedAt: Date
  /** Number of withdrawals of the user that were sent before. */
  readonly sentBefore: number
  readonly methodCreatedAt: Date
  /** Number of other users with a payout method to the same destination. */
  readonly sharedBy: number
  /** Account holder of a bank account; empty for a coin address. */
  readonly payeeName: string
  /** Empty without a verified identity. */
  readonly verifiedName: string
  readonly passwordChangedAt: Date | null
  readonly lastDeposit: { readonly at: Date; readonly amount: Micros } | null
  readonly endedOrders: number
  /** Ids of other withdrawals that were paid with the same transaction id or bank reference. */
  readonly samePayment: readonly number[]
}

const recentMethodMs = 7 * dayMs
const recentPasswordMs = 7 * dayMs
const recentDepositMs = 2 * dayMs

export function riskMarks(facts: WithdrawalFacts): readonly RiskMark[] {
  const { requestedAt, lastDeposit, passwordChangedAt, methodCreatedAt } = facts
  const isWithin = (at: Date | null, ms: number) => at !== null && at.getTime() > requestedAt.getTime() - ms
  const marks: (RiskMark | false)[] = [
    facts.sentBefore === 0 && mark('first_withdrawal'),
    isWithin(methodCreatedAt, recentMethodMs) && mark('new_method', methodCreatedAt.toISOString()),
    facts.sharedBy > 0 && mark('shared_destination', String(facts.sharedBy)),
    hasOtherName(facts) && mark('payee_name_differs', facts.verifiedName),
    passwordChangedAt !== null &&
      isWithin(passwordChangedAt, recentPasswordMs) &&
      mark('recent_password_change', passwordChangedAt.toISOString()),
    lastDeposit !== null &&
      isWithin(lastDeposit.at, recentDepositMs) &&
      mark('recent_deposit', formatMicros(lastDeposit.amount)),
    facts.endedOrders === 0 && mark('no_trades'),
    facts.samePayment.length > 0 && mark('same_payment', facts.samePayment.map((id) => `#${id}`).join(', ')),
  ]
  return marks.filter((found) => found !== false)
}

function mark(kind: RiskKind, figure = ''): RiskMark {
  return { kind, figure }
}

/** Compares the words of both names in any order, without case, accents and punctuation. */
function hasOtherName({ payeeName, verifiedName }: WithdrawalFacts): boolean {
  if (payeeName === '' || verifiedName === '') return false
  return wordsOf(payeeName) !== wordsOf(verifiedName)
}

function wordsOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .sort()
    .join(' ')
}
