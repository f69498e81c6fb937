// The account log in the wire's words.
import type { LogRow } from '#contract/calls/account.ts'
import { formatTime, timeToWire } from '#contract/moment-words.ts'
import type { Say } from '#contract/outcome.ts'
import type { TransferType } from '#core/ledger/transfer.ts'
import { formatMicros, type Micros } from '#core/money/micros.ts'
import type { LanguageCode } from '#i18n/languages.ts'

/** One change of a balance. */
export type LoggedChange = {
  readonly id: number
  readonly type: TransferType
  /** Below zero for what left the balance. */
  readonly amount: Micros
  readonly orderId: number | null
  readonly memo: string | null
  readonly atMs: number
}

const logTypes: Readonly<Record<TransferType, number>> = {
  deposit: 1,
  withdrawal: 2,
  trade_profit: 3,
  fee: 4,
  withdrawal_returned: 5,
  write_off: 6,
  demo: 7,
  copy_trading: 8,
  adjustment: 10,
}

/** Of a number that the call takes. */
export function transferTypeFromWire(number: number): TransferType {
  const types = Object.keys(logTypes) as TransferType[]
  const type = types.find((candidate) => logTypes[candidate] === number)
  if (type === undefined) throw new Error(`there is no change of type ${number}`)
  return type
}

export function logRowOf(change: LoggedChange, language: LanguageCode, say: Say): LogRow {
  const { id, type, amount, orderId, memo, atMs } = change
  return {
    Id: id,
    Value: formatMicros(amount),
    Type: logTypes[type],
    Memo: memo ?? '',
    MemoTran: say(`log.${type}`),
    OrderId: orderId,
    CreatedAt: timeToWire(atMs),
    CreatedAtTran: formatTime(atMs, language),
  }
}
