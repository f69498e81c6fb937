// The notices that must be stored, computed from the rows of orders and margin calls alone.

/** Times are ISO text. */
export type NoticeSource = {
  readonly orders: readonly {
    readonly id: number
    readonly user_id: number
    readonly kind: string
    readonly end_cause: string | null
    readonly parent_id: number | null
    readonly opened_at: string | null
    readonly ended_at: string | null
  }[]
  readonly margin_notices: readonly {
    readonly user_id: number
    readonly risk_rate: number
    readonly created_at: string
  }[]
  readonly notices: readonly {
    readonly user_id: number
    readonly kind: string
    readonly parameters: {
      readonly order?: number
      readonly reason?: string
      readonly level?: string
    }
    readonly created_at: string
  }[]
}

const kindOfEnd: Readonly<Record<string, string>> = {
  stop_loss: 'stop_loss',
  take_profit: 'take_profit',
  stop_out: 'close_out',
  insufficient_margin: 'order_cancelled',
  notional_limit: 'order_cancelled',
  orders_limit: 'order_cancelled',
  simulated_prices: 'order_cancelled',
}

/** One line for each notice, sorted. */
export function expectedNotices({ orders, margin_notices }: NoticeSource): readonly string[] {
  // The closed part of a position was never filled itself.
  const filled = orders.filter(
    ({ kind, opened_at, parent_id }) => kind !== 'market' && opened_at !== null && parent_id === null,
  )
  const ended = orders.filter(({ end_cause }) => Object.hasOwn(kindOfEnd, end_cause ?? ''))
  return [
    ...filled.map((row) => line([row.user_id, 'order_filled', row.id, null, null, row.opened_at])),
    ...ended.map(({ user_id, id, end_cause, ended_at }) => {
      const kind = kindOfEnd[end_cause ?? ''] ?? ''
      return line([user_id, kind, id, kind === 'order_cancelled' ? end_cause : null, null, ended_at])
    }),
    ...margin_notices.map((row) =>
      line([row.user_id, 'margin_call', null, null, (row.risk_rate / 100).toFixed(2), row.created_at]),
    ),
  ].sort()
}

const tradingKinds: ReadonlySet<string> = new Set([
  ...Object.values(kindOfEnd),
  'order_filled',
  'margin_call',
])

/** The stored notices of trading events in the same form. */
export function storedNotices({ notices }: NoticeSource): readonly string[] {
  return notices
    .filter(({ kind }) => tradingKinds.has(kind))
    .map(({ user_id, kind, parameters: { order, reason, level }, created_at }) =>
      line([user_id, kind, order, reason, level, created_at]),
    )
    .sort()
}

function line(fields: readonly (string | number | null | undefined)[]): string {
  return fields.map((field) => field ?? '-').join(' ')
}
