// The whole application on a real database, without a network. The test advances its clock.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { createAlerts } from '#server/alerts/alerts.ts'
import { createApp } from '#server/bootstrap/app.ts'
import { startComplaintsModules } from '#server/bootstrap/complaints-modules.ts'
import { startFundsModules } from '#server/bootstrap/funds-modules.ts'
import { createRealOpening } from '#server/bootstrap/real-opening.ts'
import { startSupportModules } from '#server/bootstrap/support-modules.ts'
import { startUserModules, type UserModules } from '#server/bootstrap/user-modules.ts'
import { createCompanies } from '#server/companies/companies.ts'
import { describeRecord } from '#server/funds/funds.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/random.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { createTranslators } from '#server/platform/translators.ts'
import { createSettings, type Settings } from '#server/settings/settings.ts'
import { openStorageForTool } from '#server/storage/storage.ts'
import type { Support } from '#server/support/support.ts'
import { startTradingFixture, type TradingFixture } from '#test/calls/trading-fixture.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { createTestPasswords } from '#test/users/test-passwords.ts'

export type TestRequest = {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly token?: string | undefined
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: string | Buffer
  readonly remoteAddress?: string
}

/** Parsed JSON of any type. */
type Json = ReturnType<typeof JSON.parse>

export type Envelope = { readonly code: number; readonly msg: string; readonly data: Json }

export type AppFixture = {
  readonly database: TestDatabase
  readonly modules: UserModules
  readonly support: Support
  readonly settings: Settings
  readonly trading: TradingFixture
  readonly nowMs: () => number
  readonly advance: (ms: number) => void
  /** All log lines. */
  readonly logged: readonly string[]
  readonly call: (request: TestRequest) => Promise<Envelope>
  readonly raw: (request: TestRequest) => Promise<LightMyRequestResponse>
  /** Messages in the outbox for a recipient, newest last. */
  readonly messagesTo: (to: string) => Promise<readonly { readonly code: string; readonly text: string }[]>
  readonly openApi: () => Promise<Json>
  readonly stop: () => Promise<void>
}

export const owner = {
  email: 'owner@example.com',
  password: 'desk owner 2026',
  totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
}

export async function createAppFixture(): Promise<AppFixture> {
  const database = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'openlot-app-'))
  const logged: string[] = []
  const log = createLog('debug', { write: (line) => logged.push(line) })
  let nowMs = Date.UTC(2026, 0, 5, 12)
  const clock = { now: () => nowMs, elapsed: () => nowMs }
  const storage = await openStorageForTool({ databaseUrl: database.url, dataDir: '', log, clock })
  const metrics = createMetrics()
  const translatorFor = createTranslators()
  const settings = await createSettings({ ...storage, log })
  const realOpening = createRealOpening({ settings, config: { host: '127.0.0.1' }, isSimulated: true })
  const config = {
    host: '127.0.0.1',
    dataDir,
    delivery: {
      smtpUrl: undefined,
      mailFrom: 'a@example.com',
      smsUrl: undefined,
      smsSecret: undefined,
      outbox: true,
    },
    pushServices: ['https://push.example.com'],
    publicUrl: undefined,
    firstOwner: owner,
    secretKey: undefined,
    rateLimits: false,
    socketsPerAddress: 50,
    apiHost: 'same',
    webOrigins: [],
    trustedProxies: [],
    countryHeader: undefined,
    metricsToken: undefined,
  } as const
  const shared = {
    config,
    ...storage,
    settings,
    realOpening,
    clock,
    wallClock: clock,
    timers: systemTimers,
    random: systemRandom,
    passwords: createTestPasswords(),
    log,
    metrics,
    translatorFor,
  }
  const modules = await startUserModules(shared)
  const notices = { addNotices: modules.notices.add, describeMovement: describeRecord }
  const trading = await startTradingFixture({ ...shared, database, notices })
  const alerts = createAlerts({ ...shared, ...trading, addNotices: modules.notices.add })
  await alerts.start()
  const fundsModules = startFundsModules({ ...shared, ...modules, ...trading })
  const complaintsModules = startComplaintsModules({
    ...shared,
    ...modules,
    dataDir,
    recordHead: async () => {},
  })
  const supportModules = await startSupportModules({ ...shared, ...modules })
  const { support } = supportModules
  const app = await createApp({
    ...shared,
    ...trading,
    ...fundsModules,
    ...complaintsModules,
    alerts,
    companies: createCompanies(shared),
    support,
    builtDir: undefined,
    ready: [],
    runOnce: modules.idempotency.runOnce,
    userModules: modules,
    simulatedPrices: true,
  })
  await app.ready()

  const raw = (request: TestRequest) => {
    const { method = 'GET', url, token, body, form, headers = {}, payload, remoteAddress } = request
    const type =
      body !== undefined
        ? 'application/json'
        : form !== undefined
          ? 'application/x-www-form-urlencoded'
          : undefined
    return app.inject({
      method: body !== undefined || form !== undefined ? 'POST' : method,
      url,
      headers: {
        lang: 'en',
        ...(token === undefined ? {} : { authorization: token }),
        ...(type === undefined ? {} : { 'content-type': type }),
        ...headers,
      },
      ...(body !== undefined ? { payload: JSON.stringify(body) } : {}),
      ...(form !== undefined ? { payload: new URLSearchParams(form).toString() } : {}),
      ...(payload !== undefined ? { payload } : {}),
      ...(remoteAddress !== undefined ? { remoteAddress } : {}),
    })
  }
  return {
    database,
    modules,
    support,
    settings,
    trading,
    nowMs: clock.now,
    advance: (ms) => {
      nowMs += ms
    },
    logged,
    raw,
    async call(request) {
      const response = await raw(request)
      assert.equal(response.statusCode, 200, response.body)
      return response.json()
    },
    async messagesTo(to) {
      const dir = join(dataDir, 'outbox')
      if (!existsSync(dir)) return []
      const names = readdirSync(dir).filter((name) => name.endsWith('.json'))
      return names
        .sort()
        .map((name) => JSON.parse(readFileSync(join(dir, name), 'utf8')))
        .filter((message) => message.to === to)
    },
    openApi: async () => (await app.inject({ url: '/api/openapi.json' })).json(),
    async stop() {
      await app.close()
      await supportModules.stop()
      await complaintsModules.stop()
      await fundsModules.stop()
      await alerts.stop()
      await trading.stop()
      await modules.stop()
      settings.stop()
      await storage.stop()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
