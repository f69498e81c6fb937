import type { DrawCurrency } from '#contract/calls/funds.ts'

/** The records are part of the same screen, so that a typed withdrawal is kept meanwhile. */
export function withdrawRecordsPath(type: number): string {
  return `/mine/withdraw?show=records&type=${type}`
}

/** The list that the address names: 1 coin, 2 bank. Undefined if it names the form. */
export function recordsType(search: string): 1 | 2 | undefined {
  const query = new URLSearchParams(search)
  if (query.get('show') !== 'records') return undefined
  return query.get('type') === '2' ? 2 : 1
}

/** The screen that adds a payout method, with the currency preselected. */
export function addMethodPath(type: number, currency: DrawCurrency): string {
  return `/mine/withdraw-way?type=${type}&currency=${currency.id}`
}
