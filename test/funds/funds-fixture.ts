// Funds on a real database with the real engine, a manual clock and codes that a test sets.
import assert from 'node:assert/strict'
import { micros } from '#core/money/amounts.ts'
import { createRealOpening } from '#server/bootstrap/real-opening.ts'
import type { CommandRequest, Engine, SubmitResult } from '#server/engine/engine.ts'
import {
  type Currency,
  createFunds,
  describeRecord,
  type Funds,
  readCurrencies,
  saveCurrency,
  savePayAddress,
  saveWireOption,
} from '#server/funds/funds.ts'
import type { NewNotice } from '#server/notices/notices.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { randomId, systemRandom } from '#server/platform/random.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { createSettings } from '#server/settings/settings.ts'
import { inTransaction } from '#server/storage/storage.ts'
import { createUploads } from '#server/uploads/uploads.ts'
import { startTradingFixture } from '#test/calls/trading-fixture.ts'
import { createTestDatabase } from '#test/database.ts'
import { addNoNotices } from '#test/notices/no-notices.ts'
import { insertUser } from '#test/uploads/insert-user.ts'
import { photo } from '#test/uploads/pictures.ts'

export type FundsFixture = Awaited<ReturnType<typeof createFundsFixture>>

/** Valid on each network. */
export const tronAddress = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
export const otherTronAddress = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

export const wireFields = {
  bankName: 'Bank of Examples',
  bankAddress: '1 High Street, London',
  bankSwift: 'DEUTDEFF',
  payeeName: 'Openlot Ltd',
  payeeAccount: 'DE89370400440532013000',
  bankRemark: 'Quote your account number',
}

type Intercept = (request: CommandRequest, next: () => Promise<SubmitResult>) => Promise<SubmitResult>

export async function createFundsFixture() {
  let nowMs = Date.UTC(2026, 5, 1, 12)
  const clock = { now: () => nowMs, elapsed: () => nowMs }
  const database = await createTestDatabase()
  const { pool, enginePool } = database
  const log = createLog('silent')
  const listen = async () => () => {}
  const settings = await createSettings({ pool, listen, log })
  const realOpening = createRealOpening({ settings, config: { host: '127.0.0.1' }, isSimulated: true })
  const shared = { clock, timers: systemTimers, random: systemRandom, log, metrics: createMetrics() }
  const trading = await startTradingFixture({
    ...shared,
    pool,
    enginePool,
    settings,
    realOpening,
    database,
    notices: { addNotices: addNoNotices, describeMovement: describeRecord },
  })
  const uploads = createUploads({ pool, clock, random: systemRandom, log })
  const picture = await photo()
  const codes = new Map<string, string>()
  const verified = new Set<number>()
  const rules = {
    needsIdentity: true,
    needsCode: true,
    methodWaitHours: 24,
    secondOperatorFrom: micros(1_000_000_000),
  }
  const told: NewNotice[] = []
  let intercept: Intercept = (_, next) => next()
  const submit: Engine['submit'] = (owner, request, key) =>
    intercept(request, () => trading.engine.submit(owner, request, key))

  const newFunds = (ownLog: Pick<Log, 'warn'> = log): Funds =>
    createFunds({
      pool,
      clock,
      log: ownLog,
      uploads,
      portfolio: trading.portfolio,
      engine: { submit },
      kyc: { statusOf: async (userId) => (verified.has(userId) ? 2 : 0) },
      addNotices: async (_, notices) => void told.push(...notices),
      codes: {
        verify: async (userId, purpose, code) => codes.get(`${userId} ${purpose}`) === code,
        consume: async (_, userId, purpose, code) =>
          codes.get(`${userId} ${purpose}`) === code && codes.delete(`${userId} ${purpose}`),
        consumeForNow: async (_, userId, purpose, code) => {
          const name = `${userId} ${purpose}`
          if (codes.get(name) !== code) return undefined
          codes.delete(name)
          const [sentAt, expiresAt] = [new Date(nowMs), new Date(nowMs + 600_000)]
          const hash = new TextEncoder().encode(code)
          return { channel: 'email', recipient: String(userId), purpose, hash, tries: 0, sentAt, expiresAt }
        },
        restore: async ({ recipient, purpose, hash }) =>
          void codes.set(`${recipient} ${purpose}`, new TextDecoder().decode(hash)),
      },
      rules: {
        needsIdentity: () => rules.needsIdentity,
        needsCode: () => rules.needsCode,
        methodWaitHours: () => rules.methodWaitHours,
        secondOperatorFrom: () => rules.secondOperatorFrom,
      },
    })

  async function currency(code: string, protocol = ''): Promise<Currency> {
    const all = await readCurrencies(pool)
    const found = all.find((one) => one.code === code && one.protocol === protocol)
    assert.ok(found, code)
    return found
  }

  async function setTerms(code: string, protocol: string, terms: Partial<Currency>): Promise<Currency> {
    const typed = { ...(await currency(code, protocol)), ...terms }
    const saved = await inTransaction(pool, (client) => saveCurrency(client, typed))
    assert.ok(saved.kind === 'changed', JSON.stringify(saved))
    return saved.after
  }

  async function addAddress(currencyId: number, address: string): Promise<number> {
    const saved = await inTransaction(pool, (client) =>
      savePayAddress(client, { currencyId, address, isOn: true }),
    )
    assert.ok(saved.kind === 'changed', JSON.stringify(saved))
    return saved.after.id
  }

  async function addWire(currencyId: number): Promise<number> {
    const saved = await inTransaction(pool, (client) =>
      saveWireOption(client, { ...wireFields, currencyId, isOn: true }),
    )
    assert.ok(saved.kind === 'changed', JSON.stringify(saved))
    return saved.after.id
  }

  async function upload(ownerId: number): Promise<string> {
    const kept = await uploads.store({ ownerId, bytes: picture, claimedType: '' })
    assert.ok(kept.kind === 'kept', JSON.stringify(kept))
    return kept.name
  }

  /** A user with a real account, a verified identity, and this balance in dollars. */
  async function fundedUser(dollars: number): Promise<number> {
    const { id } = await insertUser(database)
    verified.add(id)
    const owner = { userId: id, isDemo: false }
    await trading.engine.openAccount(owner)
    if (dollars > 0) {
      const amount = micros(dollars * 1_000_000)
      const reference = `deposit:test-${id}`
      const credited = await trading.engine.submit(owner, { kind: 'deposit', reference, amount })
      assert.equal(credited.kind, 'done', JSON.stringify(credited))
    }
    return id
  }

  const key = (name = randomId(systemRandom), fingerprint = 'a'.repeat(64)) => ({ key: name, fingerprint })

  return {
    database,
    pool,
    trading,
    codes,
    verified,
    rules,
    /** Messages about payout methods, also of transactions that were rolled back. */
    told,
    funds: newFunds(),
    /** Another process on the same database. */
    newFunds,
    key,
    currency,
    setTerms,
    addAddress,
    addWire,
    upload,
    fundedUser,
    nowMs: () => nowMs,
    advance: (ms: number) => {
      nowMs += ms
    },
    /** Replaces what the engine answers from now on. */
    interceptEngine: (by: Intercept) => {
      intercept = by
    },
    async stop() {
      await trading.stop()
      settings.stop()
      await database.drop()
    },
  }
}
