// Cases of tampered tables, each with the finding it must cause.
import type { Query } from '#test/verify/history.ts'
import type { Case } from '#test/verify/journal-cases.ts'

/** Key column of each table. */
const keys = {
  transfers: 'id',
  orders: 'id',
  margin_notices: 'id',
  trading_accounts: 'user_id',
  movements: 'reference',
  command_outcomes: 'key',
} as const

type Table = keyof typeof keys

/** A changed column. */
function changed(table: Table, which: string, column: string, to: string): Case {
  return [
    `another ${column} in ${table} where ${which}`,
    async (query) => {
      const row = await keyOf(query, table, which)
      await query(`update ${table} set ${column} = ${to} where ${keys[table]} = $1`, [row])
      return { kind: 'other_row', table, row, column, alone: true }
    },
  ]
}

function missing(table: Table, which: string): Case {
  return [
    `a missing row of ${table} where ${which}`,
    async (query) => {
      const row = await keyOf(query, table, which)
      await query(`delete from ${table} where ${keys[table]} = $1`, [row])
      // Notices and outcomes are matched by user and time, so the finding cannot name the row.
      const isNamed = table !== 'margin_notices' && table !== 'command_outcomes'
      return { kind: 'missing_row', table, ...(isNamed ? { row } : {}), alone: true }
    },
  ]
}

/** A copy of a row under another key. */
function extra(table: Table, which: string, name: string): Case {
  return [
    `an additional row of ${table} where ${which}`,
    async (query) => {
      const like = await keyOf(query, table, which)
      const [more] = await query(
        `insert into ${table} overriding system value
         select (jsonb_populate_record(row_of, jsonb_build_object('${keys[table]}', ${name}))).* from ${table} row_of
         where ${keys[table]} = $1 returning ${keys[table]} as row`,
        [like],
      )
      return {
        kind: 'extra_row',
        table,
        ...(table === 'movements' ? {} : { row: String(more?.['row']) }),
        alone: true,
      }
    },
  ]
}

/** Inserts a copy into a child table: it also appears in the parent, whose unique constraint does not cover it. */
function twice(table: Table, which: string): Case {
  return [
    `the same row of ${table} twice, where ${which}`,
    async (query) => {
      const row = await keyOf(query, table, which)
      await query(`create table if not exists more_${table} () inherits (${table})`)
      await query(`insert into more_${table} select * from only ${table} where ${keys[table]} = $1`, [row])
      return { kind: 'extra_row', table, row, alone: true }
    },
  ]
}

const nextId = (table: string) => `(select max(id) + 1 from ${table})`
const ended = `status = 'closed'`
const open = `status = 'open'`
const refusal = `outcome ->> 'kind' = 'refused'`
const burned = `outcome ->> 'kind' = 'burned'`

export const rowCases: readonly Case[] = [
  changed('transfers', `type = 'trade_profit'`, 'amount', 'amount + 1'),
  changed('transfers', `type = 'fee'`, 'reference', `'order:1000'`),
  changed('transfers', `type = 'deposit'`, 'user_id', 'user_id + 1'),
  changed('transfers', `type = 'deposit'`, 'memo', `'invented'`),
  changed('transfers', `type = 'demo'`, 'seq', 'seq + 1'),
  missing('transfers', `type = 'fee'`),
  extra('transfers', `type = 'deposit'`, nextId('transfers')),
  changed('orders', ended, 'profit', 'profit + 1'),
  changed('orders', ended, 'close_price', 'close_price - 1'),
  changed('orders', ended, 'fee_share', 'fee_share + 1'),
  changed('orders', `status = 'cancelled'`, 'end_cause', `'orders_limit'`),
  changed('orders', 'amended_from is not null', 'amended_from', 'id'),
  changed('orders', ended, 'placed_at', `placed_at + interval '3 microseconds'`),
  changed('orders', ended, 'ended_at', `'infinity'`),
  changed('orders', open, 'opened_at', `'-infinity'`),
  changed('orders', open, 'stop_loss', 'coalesce(stop_loss, 7) + 1'),
  changed('orders', open, 'lots', 'lots + 1'),
  changed('orders', `status = 'pending'`, 'open_price', 'open_price + 1'),
  missing('orders', ended),
  missing('orders', open),
  extra('orders', ended, nextId('orders')),
  changed('trading_accounts', `book = 'real'`, 'cash', 'cash + 1'),
  changed('trading_accounts', `book = 'real'`, 'locked', 'locked + 1'),
  changed('trading_accounts', 'not is_warned', 'is_warned', 'true'),
  changed('trading_accounts', 'true', 'version', 'version + 1'),
  changed('trading_accounts', 'true', 'realised_profit', 'realised_profit - 1'),
  changed('trading_accounts', 'true', 'ended_orders', 'ended_orders + 1'),
  changed('trading_accounts', 'true', 'cash_entries', 'cash_entries + 1'),
  changed('transfers', `type = 'adjustment'`, 'memo', `'invented'`),
  changed('transfers', `type = 'adjustment'`, 'operator_id', 'operator_id + 1'),
  changed('transfers', `type = 'adjustment'`, 'second_operator_id', 'null'),
  changed('transfers', `type = 'deposit' and operator_id is not null`, 'operator_id', 'operator_id + 1'),
  changed('transfers', `source = 'locked' and operator_id is not null`, 'second_operator_id', '99'),
  changed('movements', `state = 'cancelled'`, 'state', `'locked'`),
  changed('movements', `state = 'rejected'`, 'note', `'invented'`),
  changed('movements', `state = 'adjusted'`, 'note', `'invented'`),
  changed('movements', `state = 'adjusted'`, 'reviewer_id', 'reviewer_id + 1'),
  changed('movements', `state = 'adjusted'`, 'approver_id', 'approver_id + 1'),
  changed('movements', `state = 'sent'`, 'payment', `'invented'`),
  changed('movements', `state = 'sent'`, 'payer_id', 'payer_id + 1'),
  changed('movements', `fee is not null`, 'fee', 'case when fee > 0 then fee - 1 else 1 end'),
  changed('movements', `fee is not null`, 'rate', 'rate + 1'),
  changed('movements', `fee is not null`, 'currency', `'XYZ'`),
  changed('movements', `fee is not null`, 'decimals', '(decimals + 1) % 9'),
  changed('movements', `state = 'credited'`, 'amount', 'amount + 1'),
  changed('movements', `state = 'locked'`, 'amount', 'amount + 1'),
  missing('movements', `state = 'returned'`),
  missing('movements', `state = 'locked'`),
  extra('movements', `state = 'credited'`, `'made up'`),
  changed('margin_notices', 'true', 'net_value', 'net_value + 1'),
  missing('margin_notices', 'true'),
  extra('margin_notices', 'true', nextId('margin_notices')),
  missing('command_outcomes', refusal),
  extra('command_outcomes', refusal, `'made up'`),
  missing('command_outcomes', burned),
  extra('command_outcomes', burned, `'made up'`),
  [
    'an outcome stored for ever',
    async (query) => {
      const row = await keyOf(query, 'command_outcomes', `outcome ->> 'kind' = 'done'`)
      await query(`update command_outcomes set at = 'infinity' where key = $1`, [row])
      return { kind: 'extra_row', table: 'command_outcomes', row, alone: true }
    },
  ],
  [
    'another outcome for a key',
    async (query) => {
      const row = await keyOf(query, 'command_outcomes', refusal)
      await query(`update command_outcomes set outcome = '{"kind":"done","orders":[]}' where key = $1`, [row])
      return { kind: 'extra_row', table: 'command_outcomes', row, alone: false }
    },
  ],
  [
    'another house balance',
    async (query) => {
      await query(`update house_balances set balance = balance - 1 where book = 'real' and account = 'fees'`)
      return { kind: 'other_row', table: 'house_balances', row: 'real fees', column: 'balance', alone: true }
    },
  ],
  [
    'a notice with a negative id',
    async (query) => {
      await query(`insert into margin_notices overriding system value
                   select -1, user_id, risk_rate, net_value, used_margin, quote_seq, created_at - interval '1 second'
                   from margin_notices limit 1`)
      return { kind: 'extra_row', table: 'margin_notices', row: -1, alone: true }
    },
  ],
  [
    'an account with a negative user id',
    async (query) => {
      await query(`insert into trading_accounts (user_id, book, cash, locked, opened_at, ended_orders, realised_profit,
                     cash_entries) values (-5, 'real', 1, 0, now(), 0, 0, 0)`)
      return { kind: 'extra_row', table: 'trading_accounts', row: -5, alone: true }
    },
  ],
  [
    'a house balance of another group',
    async (query) => {
      await query(`insert into house_balances values (7, 'real', 'fees', 1)`)
      return { kind: 'extra_row', table: 'house_balances', row: 'real fees 7', alone: true }
    },
  ],
  [
    'a lease of another group',
    async (query) => {
      await query(
        'insert into engine_leases select 7, epoch, last_seq, last_hash, holder, taken_at from engine_leases',
      )
      return { kind: 'extra_row', table: 'engine_leases', row: 7, alone: true }
    },
  ],
  twice('transfers', `type = 'fee'`),
  twice('orders', ended),
  [
    'a rewritten receipt',
    async (query) => {
      const row = await keyOf(query, 'orders', ended)
      await query(`update orders set ended = jsonb_set(ended, '{quote,bid}', '1') where id = $1`, [row])
      return { kind: 'other_row', table: 'orders', row, column: 'ended.quote.bid', found: 1, alone: true }
    },
  ],
]

async function keyOf(query: Query, table: Table, which: string): Promise<string> {
  const key = keys[table]
  const [found] = await query(
    `select ${key}::text as row from ${table} where ${which} order by ${key} limit 1`,
  )
  if (found === undefined) throw new Error(`this day has no row in ${table} where ${which}`)
  return String(found['row'])
}
