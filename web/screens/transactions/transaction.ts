import type { LogRow } from '#contract/calls/account.ts'
import type { IconName } from '#ui/icon-paths.ts'

/** product.md 3: of an adjustment it is what an operator wrote, of anything else what the server calls it. */
export function transactionText({ Type, Memo, MemoTran }: LogRow): string {
  return Type === adjustment && Memo !== '' ? Memo : MemoTran
}

/** The order it came from: among those that are held, or among those that are over. */
export function orderPath({ OrderId }: LogRow, openIds: ReadonlySet<number>): string | undefined {
  if (OrderId === null) return undefined
  return `/order?type=${openIds.has(OrderId) ? 1 : 3}&id=${OrderId}`
}

/** Of a type that a newer server may have, the last. */
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
