// Migrations 0034 to 0037 change tables that already have rows: proposals, ties, pay options, open withdrawals.
import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { createLog } from '#server/platform/log.ts'
import { urlAddress } from '#server/storage/database-connection.ts'
import { prepareDatabase } from '#server/storage/prepare-database-store.ts'
import { createTestDatabase } from '#test/database.ts'
import { returnToMigration } from '#test/verify/load-fixture.ts'

const log = createLog('silent')

test('rows of funds survive the migrations from 0034 on, and the application keeps its rights', async (t) => {
  const database = await createTestDatabase()
  t.after(async () => await database.drop())
  await returnToMigration(database, 33)
  await database.query(rows)
  await prepareDatabase({ owner: urlAddress(database.url), dataDir: tmpdir(), log })

  const all = async (sql: string) => (await database.pool.query({ text: sql, rowMode: 'array' })).rows
  assert.deepEqual(
    await all(`select kind, state, lapses_at > now() - interval '1 day', lapses_at >= coalesce(decided_at, lapses_at)
      from proposals order by id`),
    [
      ['currency', 'open', false, true],
      ['adjustment', 'rejected', true, true],
      ['adjustment', 'withdrawn', true, true],
      ['adjustment', 'approved', true, true],
      ['adjustment', 'done', true, true],
      ['adjustment', 'failed', true, true],
    ],
  )
  assert.deepEqual(await all('select operator_id::int, by_operator_id from operator_ties'), [[2, null]])
  assert.deepEqual(await all('select address, is_on from pay_addresses order by id'), [
    ['A', true],
    ['B', false],
  ])
  assert.deepEqual(await all('select withdrawal_id::int from undecided_withdrawals'), [[1]])
  await assert.rejects(database.pool.query(`update pay_addresses set address = 'C' where address = 'A'`))
  await assert.rejects(
    database.pool.query(
      `update proposals set state = 'approved', decided_by = 2, decided_at = now() where id = 1`,
    ),
  )
  await database.pool.query(`update proposals set state = 'done', finished_at = now() where id = 4`)
})

/** A proposal of each state, a reset at the command line, pay addresses, a withdrawal without a movement. */
const rows = `
  insert into operators (email, role, password_hash, must_change_password, created_at)
    values ('a@desk.example', 'owner', '', false, now()), ('b@desk.example', 'finance', '', false, now());
  insert into audit_entries (operator_id, who, action, subject, details, address)
    values (null, 'cli:anna', 'operator_reset', 'operator:2', '{}', '');
  insert into proposals (kind, subject, payload, note, proposed_by, proposed_at)
    select case n when 1 then 'currency' else 'adjustment' end, 'user:' || n, '{}', '', 1, now() - interval '30 days'
    from generate_series(1, 6) n;
  update proposals set state = 'rejected', decided_by = 2, decided_at = now(), remark = 'no' where id = 2;
  update proposals set state = 'withdrawn', decided_by = 1, decided_at = now() where id = 3;
  update proposals set state = 'approved', decided_by = 2, decided_at = now() where id in (4, 5, 6);
  update proposals set state = 'done', finished_at = now() where id = 5;
  update proposals set state = 'failed', finished_at = now(), result = '{"reason":"busy"}' where id = 6;
  insert into pay_addresses (currency_id, address, is_on)
    select id, address, address = 'A' from (select id from currencies where kind = 'coin' order by id limit 1) coin,
      (values ('A'), ('B')) addresses (address);
  -- Without checks of foreign keys: the user does not matter.
  set session_replication_role = replica;
  insert into withdrawals (user_id, key, fingerprint, method_id, kind, currency_id, currency_code, protocol, decimals,
      amount, fee, rate, payout, address, bank_name, bank_branch, payee_name, payee_account, bank_address, bank_swift,
      bank_remark, memo, created_at)
    values (7, 'k', repeat('0', 64), 1, 'coin', 1, 'USDT', 'TRC20', 6, 5, 1, 1, 4, 'T', '', '', '', '', '', '', '', '',
      now());
  set session_replication_role = default;
`
