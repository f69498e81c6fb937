import type {
  BatchRecords,
  ChangedAccount,
  FreezeRecord,
  MovementRecord,
  OutcomeRecord,
  StoredOutcome,
  TransferRecord,
} from '#server/engine/engine-store.ts'
import type { OrderJson } from '#server/engine/journal/order-json.ts'
import { type Column, timestampText } from '#server/engine/store/column.ts'

export const accountColumns: readonly Column<ChangedAccount>[] = [
  ['user_id', 'bigint', ({ userId }) => userId],
  ['book', 'text', ({ book }) => book],
  ['cash', 'bigint', ({ cash }) => cash],
  ['locked', 'bigint', ({ locked }) => locked],
  ['is_warned', 'boolean', ({ isWarned }) => isWarned],
  ['opened_at', 'timestamptz', ({ openedAtMs }) => timestampText(openedAtMs)],
  ['version', 'bigint', ({ version }) => version],
  ['changes', 'bigint', ({ changes }) => changes],
]

export const transferColumns: readonly Column<TransferRecord>[] = [
  ['id', 'bigint', ({ id }) => id],
  ['user_id', 'bigint', ({ userId }) => userId],
  ['book', 'text', ({ book }) => book],
  ['source', 'text', ({ source }) => source],
  ['destination', 'text', ({ destination }) => destination],
  ['amount', 'bigint', ({ amount }) => amount],
  ['type', 'text', ({ type }) => type],
  ['reference', 'text', ({ reference }) => reference],
  ['order_id', 'bigint', ({ orderId }) => orderId],
  ['operator_id', 'bigint', ({ operatorId }) => operatorId ?? null],
  ['second_operator_id', 'bigint', ({ secondOperatorId }) => secondOperatorId ?? null],
  ['memo', 'text', ({ memo }) => memo ?? null],
  ['created_at', 'timestamptz', ({ atMs }) => timestampText(atMs)],
]

export const movementColumns: readonly Column<MovementRecord>[] = [
  ['reference', 'text', ({ reference }) => reference],
  ['user_id', 'bigint', ({ userId }) => userId],
  ['kind', 'text', ({ kind }) => kind],
  ['amount', 'bigint', ({ amount }) => amount],
  ['state', 'text', ({ state }) => state],
  ['fee', 'bigint', ({ terms }) => terms?.fee ?? null],
  ['rate', 'bigint', ({ terms }) => terms?.rate ?? null],
  ['currency', 'text', ({ terms }) => terms?.currency ?? null],
  ['decimals', 'smallint', ({ terms }) => terms?.decimals ?? null],
  ['note', 'text', ({ note }) => note ?? null],
  ['payment', 'text', ({ payment }) => payment ?? null],
  ['reviewer_id', 'bigint', ({ reviewerId }) => reviewerId ?? null],
  ['approver_id', 'bigint', ({ approverId }) => approverId ?? null],
  ['payer_id', 'bigint', ({ payerId }) => payerId ?? null],
  ['changed_at', 'timestamptz', ({ atMs }) => timestampText(atMs)],
]

export const noticeColumns: readonly Column<BatchRecords['notices'][number]>[] = [
  ['user_id', 'bigint', ({ userId }) => userId],
  ['risk_rate', 'bigint', ({ riskRate }) => riskRate],
  ['net_value', 'bigint', ({ netValue }) => netValue],
  ['used_margin', 'bigint', ({ usedMargin }) => usedMargin],
  ['quote_seq', 'bigint', ({ quoteSeq }) => quoteSeq],
  ['created_at', 'timestamptz', ({ timeMs }) => timestampText(timeMs)],
]

export const freezeColumns: readonly Column<FreezeRecord>[] = [
  ['user_id', 'bigint', ({ userId }) => userId],
  ['kind', 'text', ({ kind }) => kind],
  ['cause', 'text', (freeze) => (freeze.kind === 'frozen' ? freeze.cause : null)],
  ['detail', 'text', (freeze) => (freeze.kind === 'frozen' ? freeze.detail : null)],
  ['operator_id', 'bigint', (freeze) => (freeze.kind === 'lifted' ? freeze.operatorId : null)],
  ['reason', 'text', (freeze) => (freeze.kind === 'lifted' ? freeze.reason : null)],
  ['created_at', 'timestamptz', ({ atMs }) => timestampText(atMs)],
]

export const outcomeColumns: readonly Column<OutcomeRecord>[] = [
  ['user_id', 'bigint', ({ userId }) => userId],
  ['key', 'text', ({ key }) => key],
  ['fingerprint', 'text', ({ fingerprint }) => fingerprint],
  ['outcome', 'json', ({ outcome }, json) => outcomeJson(outcome, json)],
  ['at', 'timestamptz', ({ atMs }) => timestampText(atMs)],
]

function outcomeJson(outcome: StoredOutcome, { order }: OrderJson): string {
  if (outcome.kind !== 'done') return JSON.stringify(outcome)
  const { kind, orders, ...rest } = outcome
  const others = Object.entries(rest).map(([name, value]) => `,"${name}":${JSON.stringify(value)}`)
  return `{"kind":"${kind}","orders":[${orders.map(order).join(',')}]${others.join('')}}`
}
