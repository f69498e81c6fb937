import { Client, type ClientConfig } from 'pg'
import type { StoredOutcome } from '#server/engine/engine-store.ts'
import type { NoticeSource } from '#test/followers/expected-notices.ts'

/** All tables of the engine and the notices in one snapshot, read as the owner of the database. */
export type DatabaseState = Pick<NoticeSource, 'margin_notices' | 'notices'> & {
  readonly lease: { readonly epoch: number; readonly last_seq: number; readonly last_hash: string }
  readonly journal: readonly JournalRow[]
  readonly accounts: readonly AccountRow[]
  readonly house: readonly { readonly book: string; readonly account: string; readonly balance: number }[]
  readonly orders: readonly OrderRow[]
  readonly transfers: readonly TransferRow[]
  readonly outcomes: readonly OutcomeRow[]
  readonly followers: readonly { readonly name: string; readonly seq: number }[]
  readonly funds: FundsTables
}

/** What users submitted, what operators proposed, and what the engine decided about both. */
export type FundsTables = {
  readonly movements: readonly MovementRow[]
  readonly deposits: readonly DepositRow[]
  readonly withdrawals: readonly WithdrawalRow[]
  readonly methods: readonly RequestRow[]
  readonly proposals: readonly ProposalRow[]
  readonly messages: readonly MessageRow[]
}

export type MovementRow = {
  readonly reference: string
  readonly user_id: number
  readonly kind: 'deposit' | 'withdrawal' | 'adjustment'
  readonly amount: number
  readonly fee: number | null
  readonly state: string
  readonly note: string | null
  readonly payment: string | null
  readonly reviewer_id: number | null
  readonly approver_id: number | null
  readonly payer_id: number | null
}

/** A record that a user submitted with an idempotency key. */
export type RequestRow = { readonly id: number; readonly user_id: number; readonly key: string }
export type DepositRow = RequestRow & { readonly credited: number }
export type WithdrawalRow = RequestRow & { readonly amount: number; readonly fee: number }

export type ProposalRow = {
  readonly id: number
  readonly kind: string
  readonly subject: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly state: 'open' | 'approved' | 'rejected' | 'withdrawn' | 'lapsed' | 'done' | 'failed'
  readonly proposed_by: number
  readonly decided_by: number | null
}

export type MessageRow = {
  readonly user_id: number
  readonly kind: string
  readonly parameters: Readonly<Record<string, string>>
}

/** Byte columns are hexadecimal text. */
export type JournalRow = {
  readonly seq: number
  readonly epoch: number
  readonly packed: string
  /** Null in format 1. */
  readonly root: string | null
  readonly hash: string
}

export type AccountRow = {
  readonly user_id: number
  readonly book: string
  readonly cash: number
  readonly locked: number
}

type ReceiptRow = { readonly quote: { readonly seq: number } | null }

export type OrderRow = {
  readonly id: number
  readonly user_id: number
  readonly market_id: number
  readonly side: 'buy' | 'sell'
  readonly kind: 'market' | 'limit' | 'stop'
  readonly status: 'pending' | 'open' | 'cancelled' | 'closed'
  readonly lots: number
  readonly leverage: number
  readonly price_precision: number
  readonly asked_price: number | null
  readonly open_price: number
  readonly margin: number
  readonly fee: number
  readonly close_price: number | null
  readonly profit: number | null
  readonly end_cause: string | null
  readonly parent_id: number | null
  readonly amended_from: number | null
  readonly placed: ReceiptRow
  readonly opened: ReceiptRow | null
  readonly ended: ReceiptRow | null
  readonly placed_at: string
  readonly opened_at: string | null
  readonly ended_at: string | null
}

export type TransferRow = {
  readonly id: number
  readonly user_id: number
  readonly book: string
  readonly source: string
  readonly destination: string
  readonly amount: number
  readonly type: string
  readonly reference: string
  readonly order_id: number | null
  readonly seq: number
}

export type OutcomeRow = { readonly user_id: number; readonly key: string; readonly outcome: StoredOutcome }

/** Reads all tables in one statement, and therefore in one snapshot. */
export async function readDatabaseState(config: ClientConfig): Promise<DatabaseState> {
  const client = new Client(config)
  await client.connect()
  try {
    const { rows } = await client.query<{ state: DatabaseState }>(statement)
    const [row] = rows
    if (row === undefined) throw new Error('the query returned no row')
    return row.state
  } finally {
    await client.end()
  }
}

const all = (table: string, by: string) =>
  `(select coalesce(json_agg(row_of order by ${by}), '[]') from ${table} row_of)`

const statement = `
select json_build_object(
  'lease', (select json_build_object('epoch', epoch, 'last_seq', last_seq, 'last_hash', encode(last_hash, 'hex'))
    from engine_leases),
  'journal', (select coalesce(json_agg(json_build_object('seq', seq, 'epoch', epoch,
    'packed', encode(packed, 'hex'), 'root', encode(root, 'hex'), 'hash', encode(hash, 'hex')) order by seq), '[]') from journal),
  'accounts', ${all('trading_accounts', 'user_id')},
  'house', ${all('house_balances', 'book, account')},
  'orders', ${all('orders', 'id')},
  'transfers', ${all('transfers', 'id')},
  'outcomes', ${all('command_outcomes', 'user_id, key')},
  'margin_notices', ${all('margin_notices', 'id')},
  'notices', ${all('notices', 'user_id, number')},
  'followers', ${all('follower_positions', 'name')},
  'funds', json_build_object(
    'movements', ${all('movements', 'reference')},
    'deposits', ${all('deposits', 'id')},
    'withdrawals', ${all('withdrawals', 'id')},
    'methods', ${all('payout_methods', 'id')},
    'proposals', ${all('proposals', 'id')},
    'messages', ${all('outgoing_messages', 'id')}
  )
) as state`
