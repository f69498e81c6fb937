import { compareDecimals } from '#ui/decimal.ts'
import type { SentRequest } from '#web/parts/funds/funds-requests.ts'

/** What the lists of deposits and withdrawals have in common. */
export type RecordedAmount = {
  readonly number: string
  readonly currency: string
  readonly created_at: string
}

/** Clocks of phones differ from the server's by this much at most. */
const clockDifferenceMs = 10 * 60_000

/** Whether the list has a record that is probably this request: same amount and currency, at the time of sending. */
export function isProbablyRecorded(sent: SentRequest, records: readonly RecordedAmount[]): boolean {
  const { input, sentAtMs, currency } = sent
  if (!('number' in input)) return false
  return records.some(
    (record) =>
      compareDecimals(record.number, input.number) === 0 &&
      record.currency === currency &&
      Date.parse(record.created_at) >= sentAtMs - clockDifferenceMs,
  )
}
