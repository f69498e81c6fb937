import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { micros, type Rate } from '#core/money/amounts.ts'
import type { WithdrawalRecord } from '#server/funds/funds.ts'
import { createMissingCheck } from '#server/funds/missing.ts'
import type { Log } from '#server/platform/log.ts'
import type { Pool } from '#server/storage/storage.ts'
import {
  createFundsFixture,
  type FundsFixture,
  otherTronAddress,
  tronAddress,
} from '#test/funds/funds-fixture.ts'
import { plainTicket } from '#test/trading/trader.ts'

let fixture: FundsFixture
let tether: number
let other: number

const terms = {
  isPayoutOn: true,
  payoutRate: 1_010_000_000 as Rate,
  feeKind: 'fixed',
  feeValue: 2_000_000,
  leastPayout: micros(10_000_000),
  mostPayout: micros(5_000_000_000),
} as const

before(async () => {
  fixture = await createFundsFixture()
  tether = (await fixture.setTerms('USDT', 'TRC20', terms)).id
  other = (await fixture.setTerms('USDT', 'ERC20', terms)).id
})
after(async () => await fixture.stop())
beforeEach(() => {
  fixture.interceptEngine((_, next) => next())
  Object.assign(fixture.rules, { needsIdentity: true, needsCode: true, secondOperatorFrom: 1_000_000_000 })
})

/** A user with money and a payout method that is usable now. */
async function customer(
  dollars: number,
  address = tronAddress,
): Promise<{ userId: number; methodId: number }> {
  const userId = await fixture.fundedUser(dollars)
  const methodId = await bindMethod(userId, address)
  fixture.advance(24 * 3_600_000)
  return { userId, methodId }
}

async function bindMethod(userId: number, address: string): Promise<number> {
  fixture.codes.set(`${userId} payout_method`, '123456')
  const noBank = { bankName: '', bankBranch: '', payeeName: '', payeeAccount: '' }
  const bank = { ...noBank, bankAddress: '', bankSwift: '', bankRemark: '' }
  const typed = { userId, kind: 'coin' as const, currencyId: tether, address, bank, code: '123456' }
  const bound = await fixture.funds.bindMethod({ ...typed, ...fixture.key() })
  assert.ok(bound.kind === 'bound', JSON.stringify(bound))
  return bound.method.id
}

type Customer = { readonly userId: number; readonly methodId: number }

async function withdraw(who: Customer, changes: Record<string, unknown> = {}, funds = fixture.funds) {
  fixture.codes.set(`${who.userId} withdrawal`, '654321')
  const typed = { ...who, currencyId: tether, amount: '100', memo: 'rent', code: '654321' }
  return await funds.withdraw({ ...typed, ...fixture.key(), ...changes })
}

type Result = Awaited<ReturnType<typeof withdraw>>

function reasonOf(result: Result): string {
  return result.kind === 'refused' ? result.reason : result.kind
}

function recordOf(result: Result): WithdrawalRecord {
  assert.ok(result.kind === 'recorded', JSON.stringify(result))
  return result.record
}

async function balances(userId: number): Promise<readonly number[]> {
  const { rows } = await fixture.pool.query<{ cash: number; locked: number }>(
    'select cash, locked from trading_accounts where user_id = $1',
    [userId],
  )
  return [(rows[0]?.cash ?? 0) / 1e6, (rows[0]?.locked ?? 0) / 1e6]
}

async function listed(userId: number): Promise<readonly WithdrawalRecord[]> {
  return (await fixture.funds.withdrawals(userId, { kind: 'coin', page: 1 })).data
}

const step = async (
  userId: number,
  id: number,
  to: 'reviewing' | 'paying' | 'sent' | 'returned',
  more = {},
) => {
  const command = { kind: 'advance_withdrawal', reference: `withdrawal:${id}`, to, operatorId: 1 } as const
  const reply = await fixture.trading.engine.submit({ userId, isDemo: false }, { ...command, ...more })
  assert.equal(reply.kind, 'done', JSON.stringify(reply))
}

describe('a withdrawal', () => {
  test('locks its amount and keeps the terms and the destination', async () => {
    const who = await customer(500)
    const record = recordOf(await withdraw(who, { fee: '2', usd_price: '1.01' }))
    const { amount, fee, payout, rate, address, state, memo } = record
    assert.deepEqual(
      [amount, fee, payout, rate, address, state, memo],
      [100_000_000, 2_000_000, 98_980_000, 1_010_000_000, tronAddress, 'locked', 'rent'],
    )
    assert.deepEqual(await balances(who.userId), [400, 100])
    const { rows } = await fixture.pool.query(
      `select fee, rate, currency, decimals from movements where reference = $1`,
      [`withdrawal:${record.id}`],
    )
    assert.deepEqual(rows, [{ fee: 2_000_000, rate: 1_010_000_000, currency: 'USDT', decimals: 6 }])
  })

  test('keeps its destination when the method is deleted', async () => {
    const who = await customer(500)
    recordOf(await withdraw(who))
    await fixture.funds.deleteMethod(who.userId, who.methodId)
    assert.equal((await listed(who.userId))[0]?.address, tronAddress)
    assert.equal(reasonOf(await withdraw(who)), 'method_unknown')
  })

  test('charges a share of the amount', async () => {
    const who = await customer(500)
    await fixture.setTerms('USDT', 'TRC20', { feeKind: 'share', feeValue: 5_000_000 })
    const record = recordOf(await withdraw(who, { fee: '0.5' }))
    await fixture.setTerms('USDT', 'TRC20', terms)
    assert.deepEqual([record.fee, record.payout], [500_000, 100_495_000])
  })

  const refusals: readonly (readonly [string, () => Record<string, unknown>, string])[] = [
    ['of a currency that is off', () => ({ currencyId: tether + 2 }), 'currency_off'],
    ['to a method of another currency', () => ({ currencyId: other }), 'method_unknown'],
    ['to an unknown method', () => ({ methodId: 999_999 }), 'method_unknown'],
    ['below the minimum', () => ({ amount: '9.99' }), 'amount_too_small'],
    ['above the maximum', () => ({ amount: '5000.01' }), 'amount_too_large'],
    ['below a millionth', () => ({ amount: '10.0000001' }), 'invalid_input'],
    ['of no number', () => ({ amount: 'all' }), 'invalid_input'],
    ['at another fee', () => ({ fee: '1.99' }), 'terms_changed'],
    ['at another price', () => ({ rate: '1.02' }), 'terms_changed'],
    ['above the balance', () => ({ amount: '500.000001' }), 'insufficient_balance'],
    ['without a code', () => ({ code: undefined }), 'code_required'],
    ['with a wrong code', () => ({ code: '000000' }), 'wrong_code'],
  ]
  test('is refused, without a record, in a fixed order', async () => {
    const who = await customer(500)
    for (const [name, changes, reason] of refusals) {
      assert.equal(reasonOf(await withdraw(who, changes())), reason, name)
    }
    const fresh = await bindMethod(who.userId, otherTronAddress)
    const early = await withdraw(who, { methodId: fresh })
    assert.ok(early.kind === 'refused' && early.reason === 'method_not_usable')
    const usableAt = new Date(fixture.nowMs() + 24 * 3_600_000).toISOString()
    assert.deepEqual(early.figures, { usable_at: usableAt })
    fixture.verified.delete(who.userId)
    assert.equal(reasonOf(await withdraw(who, { currencyId: 0 })), 'not_verified')
    fixture.rules.needsIdentity = false
    assert.equal(reasonOf(await withdraw(who, { currencyId: 0 })), 'currency_off')
    assert.deepEqual(await listed(who.userId), [])
    assert.deepEqual(await balances(who.userId), [500, 0])
  })

  test('that pays out nothing is refused', async () => {
    const who = await customer(500)
    await fixture.setTerms('USDT', 'TRC20', { feeValue: 200_000_000 })
    assert.equal(reasonOf(await withdraw(who)), 'payout_too_small')
    await fixture.setTerms('USDT', 'TRC20', terms)
  })

  test('to the method of another user is refused', async () => {
    const [ann, ben] = [await customer(500), await customer(500)]
    assert.equal(reasonOf(await withdraw({ ...ann, methodId: ben.methodId })), 'method_unknown')
  })

  test('needs no code when the setting is off', async () => {
    fixture.rules.needsCode = false
    recordOf(await withdraw(await customer(500), { code: undefined }))
  })

  test('never uses money that open trades need', async () => {
    const who = await customer(500)
    fixture.trading.quote('EURUSD', 114_500, 114_510)
    const ticket = { ...plainTicket, marketId: fixture.trading.idOf('EURUSD'), lots: '0.10', leverage: 100 }
    const owner = { userId: who.userId, isDemo: false }
    const opened = await fixture.trading.engine.submit(owner, { kind: 'open_order', ticket })
    assert.equal(opened.kind, 'done', JSON.stringify(opened))
    const conditions = await fixture.funds.conditions(who.userId)
    assert.ok(conditions !== 'busy' && conditions.available < 390_000_000 && conditions.available > 0)
    const over = (conditions.available + 1) / 1e6
    assert.equal(reasonOf(await withdraw(who, { amount: String(over) })), 'insufficient_balance')
    recordOf(await withdraw(who, { amount: String(conditions.available / 1e6) }))
  })
})

describe('while the account waits for a price', () => {
  const positionIn = async (userId: number, code: string) => {
    const ticket = { ...plainTicket, marketId: fixture.trading.idOf(code), lots: '0.01', leverage: 100 }
    const opened = await fixture.trading.engine.submit(
      { userId, isDemo: false },
      { kind: 'open_order', ticket },
    )
    assert.equal(opened.kind, 'done', JSON.stringify(opened))
  }
  const quoteAll = () => {
    fixture.trading.quote('EURUSD', 114_500, 114_510)
    fixture.trading.quote('GBPUSD', 131_500, 131_510)
  }

  test('it is refused before the code is looked at, without a record', async () => {
    const who = await customer(500)
    quoteAll()
    for (const code of ['EURUSD', 'GBPUSD']) await positionIn(who.userId, code)
    for (const code of ['EURUSD', 'GBPUSD']) fixture.trading.close(code)
    // One market has a new price. The other has none since its pause.
    fixture.advance(3_600_000)
    fixture.trading.quote('EURUSD', 114_500, 114_510)
    const asked: string[] = []
    fixture.interceptEngine((request, next) => {
      asked.push(request.kind)
      return next()
    })
    assert.equal(reasonOf(await withdraw(who)), 'stale_price')
    assert.equal(reasonOf(await withdraw(who, { code: 'wrong' })), 'stale_price')
    assert.deepEqual([asked, await listed(who.userId)], [[], []])
    assert.equal(fixture.codes.get(`${who.userId} withdrawal`), '654321')
    fixture.trading.quote('GBPUSD', 131_500, 131_510)
    recordOf(await withdraw(who))
  })
})

describe('while the account is frozen', () => {
  /** As the engine stores it. */
  async function freeze(userId: number): Promise<void> {
    await fixture.database.query(
      `insert into account_freezes (seq, user_id, kind, cause, detail, created_at)
       values (1, $1, 'frozen', 'command_failed', 'test', now())`,
      [userId],
    )
  }
  async function lift(userId: number): Promise<void> {
    const { rows } = await fixture.database.query<{ id: string }>(
      `insert into operators (email, password_hash, role, created_at) values ($1, 'x', 'owner', now()) returning id`,
      [`owner${userId}@example.com`],
    )
    await fixture.database.query(
      `insert into account_freezes (seq, user_id, kind, operator_id, reason, created_at)
       values (2, $1, 'lifted', $2, 'mended', now())`,
      [userId, rows[0]?.id],
    )
  }

  test('it is refused before the code is looked at, without a record, until the freeze is lifted', async () => {
    const who = await customer(500)
    await freeze(who.userId)
    const asked: string[] = []
    fixture.interceptEngine((request, next) => {
      asked.push(request.kind)
      return next()
    })
    assert.equal(reasonOf(await withdraw(who)), 'account_frozen')
    assert.equal(reasonOf(await withdraw(who, { code: 'wrong' })), 'account_frozen')
    assert.deepEqual([asked, await listed(who.userId)], [[], []])
    assert.equal(fixture.codes.get(`${who.userId} withdrawal`), '654321')
    await lift(who.userId)
    recordOf(await withdraw(who))
  })

  test('a request that came a moment before has used up its code, and cannot be cancelled', async () => {
    const who = await customer(500)
    const { userId } = who
    fixture.interceptEngine(async () => ({ kind: 'frozen' }))
    assert.equal(reasonOf(await withdraw(who)), 'account_frozen')
    assert.equal(fixture.codes.get(`${userId} withdrawal`), undefined, 'a repeat could still lock the amount')
    const [record] = await listed(userId)
    assert.ok(record?.state === null)
    assert.equal(reasonOf(await fixture.funds.cancel({ userId, id: record.id })), 'busy')
    await freeze(userId)
    assert.equal(reasonOf(await fixture.funds.cancel({ userId, id: record.id })), 'account_frozen')
    fixture.interceptEngine((_, next) => next())
    fixture.advance(31_000)
    assert.equal(await fixture.funds.sweep(), 1)
  })
})

describe('a repeated request', () => {
  test('that comes while the first one uses up the code, or the money, is answered from the record', async () => {
    for (const amount of ['100', '500']) {
      const who = await customer(500)
      const key = fixture.key()
      const results = await Promise.all(Array.from({ length: 10 }, () => withdraw(who, { ...key, amount })))
      assert.deepEqual(new Set(results.map(reasonOf)), new Set(['recorded']))
      assert.equal((await listed(who.userId)).length, 1)
    }
  })

  test('is answered from the record, needs no code, and another one is a mismatch', async () => {
    const who = await customer(500)
    const key = fixture.key('draw')
    const first = recordOf(await withdraw(who, key))
    assert.deepEqual(recordOf(await withdraw(who, { ...key, code: undefined })), first)
    fixture.advance(3_600_000)
    assert.deepEqual(recordOf(await withdraw(who, { ...key, code: 'wrong' })), first)
    const mismatch = await withdraw(who, fixture.key('draw', 'b'.repeat(64)))
    assert.equal(reasonOf(mismatch), 'idempotency_mismatch')
    assert.deepEqual(await balances(who.userId), [400, 100])
  })

  test('in parallel makes one record', async () => {
    const who = await customer(500)
    fixture.rules.needsCode = false
    const key = fixture.key()
    const results = await Promise.all(Array.from({ length: 10 }, () => withdraw(who, key)))
    assert.equal(new Set(results.map((result) => recordOf(result).id)).size, 1)
    assert.equal((await listed(who.userId)).length, 1)
    assert.deepEqual(await balances(who.userId), [400, 100])
  })
})

test('of 100 parallel withdrawals of the whole balance one locks, and the books are right', async () => {
  const who = await customer(500)
  fixture.rules.needsCode = false
  const results = await Promise.all(
    Array.from({ length: 100 }, () => withdraw(who, { amount: '500', code: undefined })),
  )
  const locked = results.filter((result) => result.kind === 'recorded' && result.record.state === 'locked')
  assert.equal(locked.length, 1)
  const refused = results.filter((result) => result.kind === 'refused').map(reasonOf)
  assert.equal(refused.length, 99)
  const expected = ['insufficient_balance', 'records_limit', 'busy', 'outcome_unknown']
  assert.deepEqual(
    refused.filter((reason) => !expected.includes(reason)),
    [],
  )
  assert.deepEqual(await balances(who.userId), [0, 500])
  fixture.advance(31_000)
  await fixture.funds.sweep()
  const states = (await listed(who.userId)).map(({ state }) => state).sort()
  assert.deepEqual(new Set(states), new Set(states.length === 1 ? ['locked'] : ['locked', 'void']))
  assert.equal(states.filter((state) => state === 'locked').length, 1)
  const { rows } = await fixture.pool.query(
    `select source, destination, amount from transfers where user_id = $1 and type = 'withdrawal'`,
    [who.userId],
  )
  assert.deepEqual(rows, [{ source: 'cash', destination: 'locked', amount: 500_000_000 }])
})

describe('a request that the engine refuses', () => {
  test('leaves its code valid for the next one, which uses it up', async () => {
    const who = await customer(500)
    const refusal = { kind: 'refused', reason: 'insufficient_balance' } as const
    fixture.interceptEngine(async (request, next) =>
      request.kind === 'request_withdrawal' ? refusal : await next(),
    )
    assert.equal(reasonOf(await withdraw(who)), 'insufficient_balance')
    assert.equal(fixture.codes.get(`${who.userId} withdrawal`), '654321')
    fixture.interceptEngine((_, next) => next())
    recordOf(await withdraw(who))
    assert.equal(fixture.codes.has(`${who.userId} withdrawal`), false)
  })

  test('but that could not be voided keeps its code used up', async () => {
    const who = await customer(500)
    const refusal = { kind: 'refused', reason: 'insufficient_balance' } as const
    fixture.interceptEngine(async (request) =>
      request.kind === 'request_withdrawal' ? refusal : { kind: 'unknown' },
    )
    assert.equal(reasonOf(await withdraw(who)), 'outcome_unknown')
    assert.equal(fixture.codes.has(`${who.userId} withdrawal`), false)
    fixture.interceptEngine((_, next) => next())
    fixture.advance(31_000)
    assert.equal(await fixture.funds.sweep(), 1)
  })

  test('is void at once, with the reason as its note', async () => {
    const who = await customer(500)
    const refusal = { kind: 'refused', reason: 'stale_price' } as const
    fixture.interceptEngine(async (request, next) =>
      request.kind === 'request_withdrawal' ? refusal : await next(),
    )
    const key = fixture.key()
    assert.equal(reasonOf(await withdraw(who, key)), 'stale_price')
    const [record] = await listed(who.userId)
    assert.deepEqual([record?.state, record?.note], ['void', 'stale_price'])
    fixture.interceptEngine((_, next) => next())
    // It is never asked again: a repeat gets the same refusal.
    assert.equal(reasonOf(await withdraw(who, key)), 'stale_price')
    assert.equal((await listed(who.userId)).length, 1)
    assert.deepEqual(await balances(who.userId), [500, 0])
  })
})

describe('a request without an answer', () => {
  const cuts = [
    ['is busy', async () => ({ kind: 'busy' }) as const, 'outcome_unknown'],
    ['does not answer in time', async () => ({ kind: 'unknown' }) as const, 'outcome_unknown'],
    ['is frozen', async () => ({ kind: 'frozen' }) as const, 'account_frozen'],
  ] as const
  for (const [name, reply, reason] of cuts) {
    test(`because the engine ${name} is asked again by a repeat, and locks once`, async () => {
      const who = await customer(500)
      fixture.interceptEngine(reply)
      const key = fixture.key()
      assert.equal(reasonOf(await withdraw(who, key)), reason)
      assert.equal((await listed(who.userId))[0]?.state, null)
      fixture.interceptEngine((_, next) => next())
      assert.equal(await fixture.funds.sweep(), 0)
      assert.equal(recordOf(await withdraw(who, key)).state, 'locked')
      fixture.advance(31_000)
      await fixture.funds.sweep()
      assert.deepEqual(await balances(who.userId), [400, 100])
    })
  }

  for (const name of ['answers unknown', 'throws'] as const) {
    test(`because the engine ${name} is voided after 30 s, and never locked`, async () => {
      const who = await customer(500)
      fixture.interceptEngine(async () => {
        if (name === 'throws') throw new Error('the line was cut')
        return { kind: 'unknown' }
      })
      const key = fixture.key()
      await withdraw(who, key).catch(() => undefined)
      fixture.interceptEngine((_, next) => next())
      fixture.advance(29_000)
      const restarted = fixture.newFunds()
      assert.equal(await restarted.sweep(), 0)
      fixture.advance(1_000)
      // A repeat that comes before the sweep does not ask the engine any more.
      assert.equal(recordOf(await withdraw(who, key)).state, null)
      assert.equal(await restarted.sweep(), 1)
      assert.equal(await restarted.sweep(), 0)
      const record = recordOf(await withdraw(who, key))
      assert.deepEqual([record.state, record.note], ['void', 'not_decided'])
      assert.deepEqual(await balances(who.userId), [500, 0])
    })
  }

  test('that was locked after all is not voided', async () => {
    const who = await customer(500)
    fixture.interceptEngine(async (_, next) => {
      await next()
      return { kind: 'unknown' }
    })
    assert.equal(reasonOf(await withdraw(who)), 'outcome_unknown')
    fixture.interceptEngine((_, next) => next())
    fixture.advance(31_000)
    await fixture.funds.sweep()
    assert.equal((await listed(who.userId))[0]?.state, 'locked')
  })

  test('is swept again later if it could not be voided', async () => {
    const who = await customer(500)
    fixture.interceptEngine(async () => ({ kind: 'unknown' }))
    await withdraw(who)
    fixture.advance(31_000)
    assert.equal(await fixture.funds.sweep(), 0)
    fixture.advance(3_600_000)
    assert.equal(await fixture.funds.sweep(), 0)
    fixture.interceptEngine((_, next) => next())
    fixture.advance(3_600_000)
    assert.equal(await fixture.funds.sweep(), 1)
    assert.equal((await listed(who.userId))[0]?.state, 'void')
  })

  /** Requests of the user that the engine was never asked for. */
  async function insertUndecided(userId: number, count: number): Promise<void> {
    await fixture.database.query(
      `insert into withdrawals (user_id, key, fingerprint, method_id, kind, currency_id, currency_code, protocol, decimals,
         amount, fee, rate, payout, address, bank_name, bank_branch, payee_name, payee_account, bank_address, bank_swift,
         bank_remark, memo, created_at)
       select user_id, key || '-' || n, fingerprint, method_id, kind, currency_id, currency_code, protocol, decimals,
         amount, fee, rate, payout, address, bank_name, bank_branch, payee_name, payee_account, bank_address, bank_swift,
         bank_remark, memo, created_at
       from withdrawals, generate_series(1, $2::integer) n where user_id = $1`,
      [userId, count],
    )
  }

  test('is voided behind 600 others of a frozen account, which are named in the log once', async () => {
    const [frozen, who] = [await customer(500), await customer(500)]
    fixture.interceptEngine(async () => ({ kind: 'unknown' }))
    await withdraw(frozen)
    await insertUndecided(frozen.userId, 599)
    await withdraw(who)
    const { rows } = await fixture.pool.query<{ id: number }>(
      'select id from withdrawals where user_id = $1',
      [frozen.userId],
    )
    const references = new Set(rows.map(({ id }) => `withdrawal:${id}`))
    fixture.interceptEngine(async (request, next) =>
      'reference' in request && references.has(request.reference) ? { kind: 'frozen' } : await next(),
    )
    fixture.advance(31_000)
    const warned: number[] = []
    const warn = (details: { readonly withdrawal: number }) => void warned.push(details.withdrawal)
    const restarted = fixture.newFunds({ warn: warn as Log['warn'] })
    const voided = [await restarted.sweep(), await restarted.sweep()]
    assert.deepEqual(voided, [0, 1])
    assert.equal((await listed(who.userId))[0]?.state, 'void')
    for (let run = 0; run < 4; run += 1) assert.equal(await restarted.sweep(), 0)
    assert.deepEqual([warned.length, new Set(warned).size], [600, 600])
    fixture.interceptEngine((_, next) => next())
    let last = 0
    for (let run = 0; run < 3; run += 1) last += await restarted.sweep()
    assert.equal(last, 600)
  })

  test('ends the sweep if the engine does not answer, and the next sweep continues after it', async () => {
    const who = await customer(500)
    fixture.interceptEngine(async () => ({ kind: 'unknown' }))
    await withdraw(who)
    await insertUndecided(who.userId, 2)
    fixture.advance(31_000)
    let asked = 0
    fixture.interceptEngine(async (_, next) => {
      asked += 1
      return asked === 1 ? { kind: 'unknown' } : await next()
    })
    const restarted = fixture.newFunds()
    assert.equal(await restarted.sweep(), 0)
    assert.equal(asked, 1)
    assert.equal(await restarted.sweep(), 2)
    assert.equal(await restarted.sweep(), 1)
  })

  test('leaves the list of undecided ones when it is decided', async () => {
    const who = await customer(500)
    recordOf(await withdraw(who))
    await fixture.funds.sweep()
    const { rows } = await fixture.database.query('select * from undecided_withdrawals')
    assert.deepEqual(rows, [])
  })
})

describe('its owner', () => {
  test('can cancel it while it is requested, and repeat that', async () => {
    const who = await customer(500)
    const { id } = recordOf(await withdraw(who))
    const { userId } = who
    for (let times = 0; times < 2; times += 1)
      assert.equal(recordOf(await fixture.funds.cancel({ userId, id })).state, 'cancelled')
    assert.deepEqual(await balances(userId), [500, 0])
  })

  test('cannot cancel it in review, nor after it was sent', async () => {
    const who = await customer(500)
    const { id } = recordOf(await withdraw(who))
    const { userId } = who
    await step(userId, id, 'reviewing')
    assert.equal(reasonOf(await fixture.funds.cancel({ userId, id })), 'already_decided')
    await step(userId, id, 'paying')
    await step(userId, id, 'sent', { payment: 'tx-1' })
    assert.equal(reasonOf(await fixture.funds.cancel({ userId, id })), 'already_decided')
    const [record] = await listed(userId)
    assert.deepEqual([record?.state, record?.payment], ['sent', 'tx-1'])
    assert.deepEqual(await balances(userId), [400, 0])
  })

  test('sees the note of a refused one', async () => {
    const who = await customer(500)
    const { id } = recordOf(await withdraw(who))
    await step(who.userId, id, 'returned', { note: 'The name differs' })
    const [record] = await listed(who.userId)
    assert.deepEqual([record?.state, record?.note], ['returned', 'The name differs'])
  })

  test('cannot see or cancel one of another user', async () => {
    const [ann, ben] = [await customer(500), await customer(500)]
    const { id } = recordOf(await withdraw(ann))
    assert.equal(reasonOf(await fixture.funds.cancel({ userId: ben.userId, id })), 'not_found')
    assert.deepEqual(await listed(ben.userId), [])
    assert.deepEqual(await balances(ann.userId), [400, 100])
    recordOf(await fixture.funds.cancel({ userId: ann.userId, id }))
    assert.equal(reasonOf(await fixture.funds.cancel({ userId: ben.userId, id })), 'not_found')
  })

  test('can have ten open ones', async () => {
    const who = await customer(500)
    const first = recordOf(await withdraw(who, { amount: '10' }))
    for (let made = 1; made < 10; made += 1) recordOf(await withdraw(who, { amount: '10' }))
    assert.equal(reasonOf(await withdraw(who, { amount: '10' })), 'records_limit')
    await fixture.funds.cancel({ userId: who.userId, id: first.id })
    recordOf(await withdraw(who, { amount: '10' }))
  })

  test('sees what is missing: identity, or a second operator above the limit of a day', async () => {
    const who = await customer(2000)
    const missing = async (): Promise<readonly unknown[]> => {
      const records = await listed(who.userId)
      const found = await fixture.funds.missing(records)
      return records.map(({ id }) => found.get(id) ?? null)
    }
    const first = recordOf(await withdraw(who, { amount: '600' }))
    await step(who.userId, first.id, 'reviewing')
    assert.deepEqual(await missing(), [null])
    const second = recordOf(await withdraw(who, { amount: '400' }))
    assert.deepEqual(await missing(), [null, 'second_operator'])
    await step(who.userId, second.id, 'reviewing')
    assert.deepEqual(await missing(), ['second_operator', 'second_operator'])
    fixture.verified.delete(who.userId)
    assert.deepEqual(await missing(), ['identity', 'identity'])
    fixture.verified.add(who.userId)
    await step(who.userId, first.id, 'paying', { needsApproval: false })
    await step(who.userId, first.id, 'sent', { payment: 'tx-2' })
    assert.deepEqual(await missing(), ['second_operator', null])
    fixture.advance(24 * 3_600_000)
    assert.deepEqual(await missing(), [null, null])
  })

  test('asks once what is missing, whatever the number of records', async () => {
    const who = await customer(2000)
    for (let made = 0; made < 5; made += 1)
      await step(who.userId, recordOf(await withdraw(who)).id, 'reviewing')
    const records = await listed(who.userId)
    let asked = 0
    const query = async (sql: string, values: readonly unknown[]) => {
      asked += 1
      return await fixture.pool.query(sql, [...values])
    }
    const statusOf = async () => {
      asked += 1
      return 2 as const
    }
    const rules = { needsIdentity: () => true, secondOperatorFrom: () => micros(1) }
    const clock = { now: () => Date.parse('2026-01-01') }
    const missing = createMissingCheck({
      pool: { query } as unknown as Pool,
      clock,
      kyc: { statusOf },
      rules,
    })
    assert.deepEqual(new Set((await missing(records)).values()), new Set(['second_operator']))
    assert.equal((await missing(records)).size, 5)
    assert.equal(asked, 4)
    assert.deepEqual(await missing([]), new Map())
    assert.equal(asked, 4)
  })
})

test('a record cannot be changed or deleted, not even by the owner of the tables', async () => {
  for (const sql of [
    'update withdrawals set amount = 1',
    'delete from withdrawals',
    'truncate withdrawals cascade',
  ]) {
    await assert.rejects(fixture.database.query(sql), /append-only/)
  }
})
