// An account log with entries of every kind, and a fake server that filters them.

import type { Request } from 'playwright-core'
import type { LogRow } from '#contract/calls/account.ts'
import { en, serverEn } from '#test/browser/words.ts'

export const logPath = '/v1/api/main/accountLog/forexChange'

const words: Readonly<Record<number, string>> = {
  1: en('title.charge'),
  2: serverEn('log.withdrawal'),
  3: serverEn('log.trade_profit'),
  4: serverEn('log.fee'),
  5: serverEn('log.withdrawal_returned'),
  6: serverEn('log.write_off'),
  7: en('history.type.7'),
  10: serverEn('log.adjustment'),
}

export function entryOf(Id: number, more: Partial<LogRow> = {}): LogRow {
  const Type = more.Type ?? 4
  return {
    Id,
    Value: '-1.500000',
    Type,
    Memo: '',
    MemoTran: words[Type] ?? '',
    OrderId: null,
    CreatedAt: '2026-11-15T08:05:31.000Z',
    CreatedAtTran: 'Nov 15, 2026, 08:05:31 UTC',
    ...more,
  }
}

/** One entry of every kind, over two days. */
export const everyKind: readonly LogRow[] = [
  entryOf(9, { Type: 3, Value: '88.500000', OrderId: 12 }),
  entryOf(8, { Value: '-3.000000', OrderId: 15 }),
  entryOf(7, { Type: 10, Value: '25.000000', Memo: 'Goodwill for 2 March' }),
  entryOf(6, { Type: 3, Value: '-9.204151', OrderId: 11 }),
  ...[
    entryOf(5, { Type: 6, Value: '0.310000' }),
    entryOf(4, { Type: 5, Value: '1200.000000' }),
    entryOf(3, { Type: 2, Value: '-1200.000000' }),
    entryOf(2, { Type: 7, Value: '100000.000000' }),
    entryOf(1, { Type: 1, Value: '987654321.123456' }),
  ].map((entry) => ({ ...entry, CreatedAt: '2026-11-14T22:00:00.000Z' })),
]

/** Answers a request by its type and page, newest first. */
export function logOf(entries: readonly LogRow[]) {
  return (request: Request) => {
    const asked = askedOf(request)
    const found = entries.filter(({ Type }) => asked['type'] === undefined || String(Type) === asked['type'])
    const limit = Number(asked['limit'] ?? 20)
    const page = Number(asked['page'])
    return { data: found.slice((page - 1) * limit, page * limit), total: found.length }
  }
}

/** The query parameters of a request, including its timestamp `t`. */
export function askedOf(request: Request): Readonly<Record<string, string>> {
  return Object.fromEntries(new URL(request.url()).searchParams)
}
