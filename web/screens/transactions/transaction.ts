import type { LogRow } from '#contract/calls/account.ts'
import type { IconName } from '#ui/icon-paths.ts'

/** Text of a transaction: the operator's memo for an adjustment, otherwise the server's translation. */
export function transactionText({ Type, Memo, MemoTran }: LogRow): string {
  return Type === adjustment && Memo !== '' ? Memo : MemoTran
}

/** Address of the order behind a transaction, in the open orders or the history. */
export function orderPath({ OrderId }: LogRow, openIds: ReadonlySet<number>): string | undefined {
  if (OrderId === null) return undefined
  return `/order?type=${openIds.has(OrderId) ? 1 : 3}&id=${OrderId}`
}

/** Falls back to a generic icon for types of a newer server. */
export function transactionIcon({ Type }: LogRow): IconName {
  return icons[Type] ?? 'order'
}

const adjustment = 10

const icons: Readonly<Record<number, IconName>> = {
  1: 'deposit',
  2: 'withdraw',
  3: 'trade',
  4: 'order',
  5: 'deposit',
  6: 'shield',
  7: 'gift',
  8: 'copy-trading',
  [adjustment]: 'edit',
}
