// All calls of the operator console on their own web server, with the real modules behind them.
import assert from 'node:assert/strict'
import type { Outcome } from '#contract/outcome.ts'
import { createApprovals, createTwoPersonRule } from '#server/approvals/approvals.ts'
import { startReview } from '#server/bootstrap/funds-modules.ts'
import { createCalendar } from '#server/calendar/calendar.ts'
import { createCompanies } from '#server/companies/companies.ts'
import { createComplaints } from '#server/complaints/complaints.ts'
import { createContent } from '#server/content/content.ts'
import { deskRoutes } from '#server/desk-api/desk-routes.ts'
import { settingProposalHandler } from '#server/desk-api/setting-proposals.ts'
import {
  type AccountOwner,
  type CommandRequest,
  createPostgresStore,
  type Engine,
} from '#server/engine/engine.ts'
import { createFreezeList } from '#server/engine/freeze-list.ts'
import { createWebServer, serveCalls } from '#server/gateway/gateway.ts'
import { createKyc } from '#server/kyc/kyc.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/random.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { hashToken, newToken } from '#server/platform/tokens.ts'
import { createTranslators } from '#server/platform/translators.ts'
import { createSettings } from '#server/settings/settings.ts'
import { createSupport } from '#server/support/support.ts'
import { createUploads } from '#server/uploads/uploads.ts'
import { readUser, readUserByUid } from '#server/users/users-store.ts'
import type { TestRequest } from '#test/calls/app-fixture.ts'
import { addNoNotices } from '#test/notices/no-notices.ts'
import { createOperatorsFixture } from '#test/operators/operators-fixture.ts'
import { insertUser } from '#test/uploads/insert-user.ts'
import { photo } from '#test/uploads/pictures.ts'

export type DeskFixture = Awaited<ReturnType<typeof createDeskFixture>>

/** No other machine reaches a loopback host. */
export async function createDeskFixture({ isLoopback = false } = {}) {
  const fixture = await createOperatorsFixture()
  const { database, operators, clock } = fixture
  const { pool } = database
  const logged: string[] = []
  const log = createLog('debug', { write: (line) => logged.push(line) })
  const listen = async () => () => {}
  const settings = await createSettings({ pool, listen, log })
  const uploads = createUploads({ pool, clock, random: systemRandom, log })
  const kyc = createKyc({ pool, clock, uploads, addNotices: addNoNotices })
  const content = await createContent({
    ...{ pool, clock, uploads, seeds: [] },
    random: systemRandom,
    timers: systemTimers,
  })
  const twoPersonRule = createTwoPersonRule({ settings, operators, isLoopback })
  const approvals = createApprovals({
    pool,
    clock,
    timers: systemTimers,
    log,
    operators,
    rule: twoPersonRule,
  })
  approvals.register(settingProposalHandler({ settings }))
  const users = {
    user: (id: number) => readUser(pool, id),
    userByUid: (uid: string) => readUserByUid(pool, uid),
  }
  /** Commands that routes have submitted. No engine runs, so all are refused as busy. */
  const submitted: (readonly [AccountOwner, CommandRequest])[] = []
  const submit: Engine['submit'] = async (...[account, request]) => {
    submitted.push([account, request])
    return { kind: 'busy' }
  }
  const engine = { submit, ...createFreezeList(createPostgresStore(database.enginePool, pool)) }
  const translatorFor = createTranslators()
  const app = await createWebServer({
    log,
    clock,
    timers: systemTimers,
    random: systemRandom,
    metrics: createMetrics(),
    translatorFor,
    webOrigins: [],
    trustedProxies: [],
  })
  const support = await createSupport({
    ...{ pool, clock, uploads, listen, log, random: systemRandom },
    timers: createFakeTimers(),
    addNotices: addNoNotices,
    typingLimit: undefined,
  })
  const once = (_: unknown, work: () => Promise<Outcome<unknown>>) => work()
  serveCalls(
    app,
    { translatorFor, runOnce: once, countryOf: () => undefined },
    deskRoutes({
      operators,
      kyc,
      content,
      calendar: createCalendar({ pool, clock, timers: systemTimers }),
      approvals,
      twoPersonRule,
      fundsReview: startReview({
        ...{ pool, clock, settings, uploads, engine, kyc, operators, approvals, twoPersonRule },
      }),
      companies: createCompanies({ pool, settings }),
      portfolio: { funds: async () => 'busy', orders: async () => 'busy' },
      marketData: { markets: [] },
      random: systemRandom,
      support,
      complaints: createComplaints({
        ...{ pool, clock, timers: systemTimers },
        answerDays: () => settings.get('complaint_days'),
        addNotices: addNoNotices,
        onFiled: () => undefined,
      }),
      settings,
      users,
      engine,
      pool,
      clock,
      translatorFor,
    }),
  )

  type Sent = TestRequest & { readonly from?: string }
  const raw = ({ method = 'GET', url, token, body, form, headers = {}, payload, from }: Sent) => {
    const sent = body === undefined ? form && new URLSearchParams(form).toString() : JSON.stringify(body)
    const type = body === undefined ? 'application/x-www-form-urlencoded' : 'application/json'
    return app.inject({
      method: sent === undefined ? method : 'POST',
      url,
      remoteAddress: from ?? '192.0.2.50',
      headers: {
        lang: 'en',
        'user-agent': 'a browser',
        ...(token === undefined ? {} : { authorization: token }),
        ...(sent === undefined ? {} : { 'content-type': type }),
        ...headers,
      },
      ...(sent === undefined ? {} : { payload: sent }),
      ...(payload === undefined ? {} : { payload }),
    })
  }

  /** Sends a request and returns the envelope. */
  async function ask(input: TestRequest) {
    const response = await raw(input)
    assert.equal(response.statusCode, 200, response.body)
    return response.json()
  }

  /** Creates a user who has submitted an identity check. */
  async function submitIdentity() {
    const user = await insertUser(database)
    const names: string[] = []
    for (const seed of [user.id, user.id + 1]) {
      const bytes = await photo({ width: 64, height: 64 }, seed)
      const kept = await uploads.store({ ownerId: user.id, bytes, claimedType: 'image/jpeg' })
      assert.ok(kept.kind === 'kept')
      names.push(kept.name)
    }
    const [frontName = '', reverseName = ''] = names
    const paper = { name: 'Ann Example', documentNumber: `P 123-${user.id}`, frontName, reverseName }
    assert.deepEqual(await kyc.submit({ userId: user.id, ...paper }), { kind: 'submitted' })
    const { rows } = await database.query<{ id: string }>(
      'select id from identity_checks where user_id = $1',
      [user.id],
    )
    return { ...user, ...paper, checkId: Number(rows[0]?.id) }
  }

  /** Creates a user, and returns a session token. */
  async function userToken(): Promise<string> {
    const { id } = await insertUser(database)
    const token = newToken(systemRandom)
    await database.query(
      `insert into sessions (user_id, token_hash, address, device, created_at, last_seen_at, expires_at)
       values ($1, $2, '', '', $3, $3, $4)`,
      [id, hashToken(token), new Date(clock.now()), new Date(clock.now() + 86_400_000)],
    )
    return token
  }

  /** Audit entries about a subject, newest first. */
  async function auditEntriesOf(subject: string) {
    const { rows } = await database.query<{ action: string; who: string; address: string; details: unknown }>(
      'select action, who, address, details from audit_entries where subject = $1 order by id desc',
      [subject],
    )
    return rows
  }

  async function stop(): Promise<void> {
    await app.close()
    settings.stop()
    await content.stop()
    await database.drop()
  }
  return {
    ...fixture,
    settings,
    approvals,
    submitted,
    logged,
    raw,
    ask,
    submitIdentity,
    userToken,
    auditEntriesOf: auditEntriesOf,
    stop,
  }
}
