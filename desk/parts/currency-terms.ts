/** The terms of a currency that operators can change. */
export const amountFields = [
  'deposit_rate',
  'least_deposit',
  'payout_rate',
  'fee',
  'least_payout',
  'most_payout',
] as const
const flagFields = ['is_deposit_on', 'is_payout_on', 'fee_type'] as const

export type AmountField = (typeof amountFields)[number]
type FlagField = (typeof flagFields)[number]
export type TermField = AmountField | FlagField

export const termFields: readonly TermField[] = [
  'is_deposit_on',
  'deposit_rate',
  'least_deposit',
  'is_payout_on',
  'payout_rate',
  'fee_type',
  'fee',
  'least_payout',
  'most_payout',
]

export function isTermField(name: string): name is TermField {
  return termFields.some((field) => field === name)
}

export function isAmountField(field: TermField): field is AmountField {
  return amountFields.some((name) => name === field)
}
