// A fake server of the operator console: answers the calls of a page and records the requests.

import type { Page, Route } from 'playwright-core'
import type { DeskEvent } from '#contract/desk/calendar.ts'
import type { DeskCompany } from '#contract/desk/companies.ts'
import type { ComplaintDetailsAnswer } from '#contract/desk/complaints.ts'
import type { DeskSettingsAnswer } from '#contract/desk/settings.ts'
import { isWeakening } from '#core/funds/weakening-change.ts'
import type { OperatorRole } from '#core/user/operator-role.ts'
import { documentImage } from '#test/browser/desk/document-image.ts'
import {
  type ExampleFreeze,
  type ExampleProposal,
  exampleAudit,
  exampleSettings,
} from '#test/browser/desk/example-desk.ts'
import { exampleImport } from '#test/browser/desk/example-lists.ts'
import { type Answer, type Input, no, ok, pageSize } from '#test/browser/desk/fake-answers.ts'
import { complaintAnswers, openComplaints } from '#test/browser/desk/fake-complaints.ts'
import { contentAnswers, emptyContent, type FakeContent } from '#test/browser/desk/fake-content.ts'
import {
  emptyFunds,
  type FakeFunds,
  fundsAnswers,
  waitingDeposits,
  waitingWithdrawals,
} from '#test/browser/desk/fake-funds.ts'
import {
  emptySupport,
  type FakeLive,
  type FakeSupport,
  fakeLive,
  supportAnswers,
  waitingThreads,
} from '#test/browser/desk/fake-support.ts'
import { deskEn, serverEn } from '#test/browser/words.ts'

export type DeskRequest = {
  readonly path: string
  readonly input: Input
  readonly headers: Readonly<Record<string, string>>
}

export type Check = {
  readonly id: number
  readonly uid: string
  readonly name: string
  readonly card_id: string
  readonly front_pic: string
  readonly reverse_pic: string
  readonly state: string
  readonly remark: string
  readonly same_document: number
  readonly earlier: number
  readonly submitted_at: string
  readonly decided_at: string | null
  readonly decided_by: string
}

export type FakeDesk = {
  checks: readonly Check[]
  freezes: readonly ExampleFreeze[]
  proposals: readonly ExampleProposal[]
  settings: DeskSettingsAnswer
  isTwoPersonWaived: boolean
  readonly funds: FakeFunds
  readonly content: FakeContent
  readonly support: FakeSupport
  readonly live: FakeLive
  complaints: readonly ComplaintDetailsAnswer[]
  events: readonly DeskEvent[]
  companies: readonly DeskCompany[]
  role: OperatorRole
  readonly requests: readonly DeskRequest[]
  readonly requestsTo: (path: string) => readonly DeskRequest[]
  /** Changes the data of every answer just before it is sent. */
  rewrite: (path: string, data: unknown) => unknown
  /** Overrides the answer of this call; undefined restores the default. */
  readonly answer: (path: string, answer: Answer | undefined) => void
}

export function exampleCheck(id: number, change: Partial<Check> = {}): Check {
  return {
    id,
    uid: String(80_000_000 + id * 1_317),
    name: `Person ${id}`,
    card_id: `A${100_000 + id}(7)`,
    front_pic: `f${id}`.padEnd(32, '0'),
    reverse_pic: `b${id}`.padEnd(32, '0'),
    state: 'waiting',
    remark: '',
    same_document: 0,
    earlier: 0,
    submitted_at: '2026-03-05T08:00:00.000Z',
    decided_at: null,
    decided_by: '',
    ...change,
  }
}

export const exportedThread = '{"thread":{},"messages":[]}\n'

export async function fakeDesk(page: Page): Promise<FakeDesk> {
  const asked: DeskRequest[] = []
  const answers = new Map<string, Answer>()
  const pictures = { f: await documentImage('front'), b: await documentImage('reverse') }
  const desk: FakeDesk = {
    checks: [],
    freezes: [],
    proposals: [],
    settings: exampleSettings,
    isTwoPersonWaived: false,
    funds: emptyFunds(),
    content: emptyContent(),
    support: emptySupport(),
    live: await fakeLive(page),
    complaints: [],
    events: [],
    companies: [],
    role: 'owner',
    requests: asked,
    requestsTo: (path) => asked.filter((entry) => entry.path === path),
    rewrite: (_, data) => data,
    answer(path, answer) {
      if (answer === undefined) answers.delete(path)
      else answers.set(path, answer)
    },
  }
  await page.route('**/desk/api/**', async (route) => {
    const entry = readRequest(route)
    asked.push(entry)
    const special = answers.get(entry.path)
    const name = String(entry.input['name'] ?? '')
    if (special === undefined && ['image', 'support/image'].includes(entry.path))
      return await route.fulfill({
        contentType: 'image/jpeg',
        body: name.startsWith('f') ? pictures.f : pictures.b,
      })
    if (special === undefined && entry.path === 'support/export')
      return await route.fulfill({ contentType: 'application/json', body: exportedThread })
    const usual = usualAnswers(desk)[entry.path] ?? (() => no('unknown_path', 'There is nothing here.'))
    const answer = await (special ?? usual)(entry.input)
    return await route.fulfill({ json: { ...answer, data: desk.rewrite(entry.path, answer.data) } })
  })
  await page.route('**/content/pictures/*', (route) =>
    route.fulfill({ contentType: 'image/jpeg', body: pictures.f }),
  )
  return desk
}

function readRequest(route: Route): DeskRequest {
  const request = route.request()
  const { pathname, searchParams } = new URL(request.url())
  const headers = request.headers()
  // A form with a file has no other fields.
  const isForm = headers['content-type']?.startsWith('multipart/') === true
  const isJson = request.method() === 'POST' && !isForm
  const input = isJson ? request.postDataJSON() : Object.fromEntries(searchParams)
  return { path: pathname.replace('/desk/api/', ''), input, headers }
}

export function exampleOperator(role: OperatorRole, change: object = {}) {
  return {
    id: 1,
    email: 'anna@example.com',
    role,
    is_active: 1,
    has_totp: 1,
    created_at: '2026-01-10T09:30:00.000Z',
    last_seen_at: '2026-03-05T10:12:00.000Z',
    ...change,
  }
}

function usualAnswers(desk: FakeDesk): Readonly<Record<string, Answer>> {
  const me = exampleOperator(desk.role)
  const frozen = () => desk.freezes.filter(({ lifted_at }) => lifted_at === null)
  const openProposals = () => desk.proposals.filter(({ state }) => state === 'open')
  const waiting = () => desk.checks.filter(({ state }) => state === 'waiting')
  return {
    sign_in: () => ok({ token: 'token-of-anna', operator: me }, serverEn('done.logged_in')),
    sign_out: () => ok(null),
    me: () =>
      ok({
        operator: me,
        identity_waiting: waiting().length,
        frozen_accounts: frozen().length,
        open_proposals: openProposals().length,
        two_person_waived: desk.isTwoPersonWaived ? 1 : 0,
        deposits_waiting: waitingDeposits(desk.funds).length,
        withdrawals_waiting: waitingWithdrawals(desk.funds).length,
        complaints_open: openComplaints(desk).length,
        support_waiting: waitingThreads(desk.support).length,
      }),
    ...fundsAnswers(desk.funds, me.email),
    ...contentAnswers(desk.content, me.email),
    ...complaintAnswers(desk, me.email),
    ...supportAnswers(desk.support, me.email),
    'calendar/list': () => ok({ data: desk.events, total: desk.events.length }),
    'calendar/preview_import': () => ok(exampleImport),
    companies: () =>
      ok({ data: desk.companies, total: desk.companies.length, main_company: 0, loss_url_list: [] }),
    'identity/queue': ({ state, page }) => {
      const listed = desk.checks.filter((check) => check.state === state)
      const from = (Number(page) - 1) * pageSize
      return ok({
        data: listed.slice(from, from + pageSize),
        total: listed.length,
        waiting: waiting().length,
      })
    },
    'identity/check': ({ id }) => {
      const check = desk.checks.find((candidate) => candidate.id === Number(id))
      return check === undefined ? no('not_found', serverEn('reason.not_found')) : ok(check)
    },
    'identity/decide': ({ id, approve, remark }) => {
      const state = approve === 1 ? 'approved' : 'refused'
      const decided = { state, remark: String(remark ?? ''), decided_at: '2026-03-05T12:00:00.000Z' }
      desk.checks = desk.checks.map((check) =>
        check.id === id ? { ...check, ...decided, decided_by: me.email } : check,
      )
      const answer = { state, next: waiting()[0]?.id ?? null, waiting: waiting().length }
      return ok(answer, approve === 1 ? deskEn('identity.tab.approved') : deskEn('identity.tab.refused'))
    },
    proposals: ({ state, page }) => {
      const decided = desk.proposals.filter(({ state }) => state !== 'open' && state !== 'approved')
      const listed = state === 'open' ? openProposals() : decided
      const from = (Number(page) - 1) * pageSize
      const data = listed.slice(from, from + pageSize)
      return ok({ data, total: listed.length, open: openProposals().length })
    },
    'proposals/approve': ({ id }) => {
      decideProposal(desk, id, 'done')
      return ok({ state: 'done' }, serverEn('done.proposal_done'))
    },
    'proposals/reject': ({ id, remark }) => {
      decideProposal(desk, id, 'rejected', String(remark))
      return ok(null, serverEn('done.proposal_rejected'))
    },
    'proposals/withdraw': ({ id }) => {
      decideProposal(desk, id, 'withdrawn')
      return ok(null, serverEn('done.proposal_withdrawn'))
    },
    freezes: ({ state, page }) => {
      const lifted = desk.freezes.filter(({ lifted_at }) => lifted_at !== null)
      const listed = state === 'frozen' ? frozen() : lifted
      const from = (Number(page) - 1) * pageSize
      const data = listed.slice(from, from + pageSize)
      return ok({ data, total: listed.length, frozen: frozen().length })
    },
    'freezes/lift': ({ user_id, reason }) => {
      const lift = { lifted_at: '2026-03-05T12:00:00.000Z', lifted_by: me.email, reason: String(reason) }
      desk.freezes = desk.freezes.map((freeze) =>
        freeze.user_id === user_id && freeze.lifted_at === null ? { ...freeze, ...lift } : freeze,
      )
      return ok(null, serverEn('done.freeze_lifted'))
    },
    operators: () =>
      ok([
        me,
        exampleOperator('compliance', { id: 2, email: 'ben@example.com' }),
        exampleOperator('viewer', { id: 3, email: 'cleo@example.com', has_totp: 0, last_seen_at: null }),
        exampleOperator('finance', { id: 4, email: 'dora@example.com', is_active: 0 }),
      ]),
    'operators/create': ({ email, role }) => {
      const operator = exampleOperator(role as OperatorRole, {
        id: 9,
        email,
        has_totp: 0,
        last_seen_at: null,
      })
      return ok({ operator, password: 'KD7M-PX2Q-VN4T-WH6B' }, serverEn('done.saved'))
    },
    'operators/change': ({ id, role, is_active, reset }) => {
      const changed = { id, email: 'ben@example.com', ...(is_active === undefined ? {} : { is_active }) }
      const operator = exampleOperator((role ?? 'compliance') as OperatorRole, changed)
      return ok(
        { operator, ...(reset === 1 ? { password: 'QW3E-RT5Y-UP7A-SD9F' } : {}) },
        serverEn('done.saved'),
      )
    },
    audit: () => ok({ data: exampleAudit, total: 61 }),
    settings: () => ok(desk.settings),
    'settings/change': ({ key, value }) => changeSetting(desk, String(key), String(value), me.email),
    change_password: () => ok(null, serverEn('done.password_changed')),
    recovery_codes: () => ok({ recovery_codes: exampleCodes }),
  }
}

/** As the server: a change that weakens a protection of money is only proposed. */
function changeSetting(desk: FakeDesk, key: string, to: string, email: string) {
  const setting = desk.settings.find((candidate) => candidate.key === key)
  const { value: from = '', default: usual = '', weakened_by } = setting ?? {}
  const isProposed = !desk.isTwoPersonWaived && isWeakening(weakened_by, { from, to, usual })
  const proposal = {
    value: to,
    proposed_by: email,
    proposed_at: '2026-03-05T12:00:00.000Z',
    lapses_at: '2026-03-12T12:00:00.000Z',
  }
  desk.settings = desk.settings.map((listed) =>
    listed.key === key ? { ...listed, ...(isProposed ? { proposal } : { value: to }) } : listed,
  )
  return isProposed
    ? ok({ key, value: from }, serverEn('done.proposed'))
    : ok({ key, value: to }, serverEn('done.saved'))
}

function decideProposal(desk: FakeDesk, id: unknown, state: ExampleProposal['state'], remark = ''): void {
  const decided = { state, remark, decided_by: 'anna@example.com', decided_at: '2026-03-05T12:00:00.000Z' }
  desk.proposals = desk.proposals.map((proposal) =>
    proposal.id === id ? { ...proposal, ...decided } : proposal,
  )
}

export const exampleCodes = Array.from(
  { length: 10 },
  (_, at) => `ABCD-EFGH-JKLM-${'NPQRSTUVWX'[at]?.repeat(4)}`,
)
