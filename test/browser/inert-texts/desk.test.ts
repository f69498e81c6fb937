// Every text of an answer that a user or an operator can write is shown as text on each screen of the console that has it.
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { DeskSettingsAnswer } from '#contract/desk/settings.ts'
import { exampleFreezes, exampleProposals } from '#test/browser/desk/example-desk.ts'
import {
  exampleBank,
  exampleCurrencies,
  exampleDeposit,
  exampleProposal,
  exampleRisks,
  exampleWithdrawal,
} from '#test/browser/desk/example-funds.ts'
import { exampleComplaint } from '#test/browser/desk/fake-complaints.ts'
import { exampleCheck } from '#test/browser/desk/fake-desk.ts'
import type { FakeFunds } from '#test/browser/desk/fake-funds.ts'
import { exampleCanned, exampleFigures, exampleUser } from '#test/browser/desk/fake-support.ts'
import { setUpDesks } from '#test/browser/desk/open-desk.ts'
import { hostileAnswers } from '#test/browser/inert-texts/hostile-answers.ts'
import {
  assertAllShown,
  assertInertVisits,
  fields,
  type Visit,
} from '#test/browser/inert-texts/inert-visits.ts'
import { deskEn } from '#test/browser/words.ts'
import { someMessage, someThread } from '#test/desk/support-fixtures.ts'

const open = setUpDesks()
const { hostile, readTexts } = await hostileAnswers('desk')

const decided = { decided_at: '2026-03-05T09:00:00.000Z', decided_by: 'ben@example.com', remark: 'Too dark' }
const actors = { reviewer: 'ben@example.com', approver: 'cleo@example.com', payer: 'anna@example.com' }

const funds: Partial<FakeFunds> = {
  deposits: [
    exampleDeposit(1, {
      failure: { reason: 'busy', message: 'Busy', at: '2026-03-05T09:00:00.000Z' },
      proposal: exampleProposal,
      under_way: { result: 'credited', by: 'ben@example.com', at: '2026-03-05T09:00:00.000Z' },
    }),
    exampleDeposit(2, { ...decided, state: 'rejected' }),
    exampleDeposit(3),
  ],
  withdrawals: [
    exampleWithdrawal(1, {
      ...{ ...actors, state: 'paying', can_payer_act: 0, proposal: exampleProposal },
      ...{ memo: 'Rent', notes: 'Wrong address', transaction: '4711', risk_marks: exampleRisks },
    }),
    exampleWithdrawal(2, { ...actors, state: 'paying', is_own_payment: 1 }),
  ],
  currencies: exampleCurrencies.map((currency) => ({
    ...currency,
    proposal: exampleProposal,
    wire_options: currency.wire_options.map(() => ({
      ...{ ...exampleBank, bank_remark: 'Your UID', proposal: exampleProposal },
    })),
  })),
}

const textSetting: DeskSettingsAnswer[number] = {
  ...{ key: 'complaint_email', value: 'help@example.com', default: 'a@example.com', description: '' },
  options: [],
  proposal: {
    ...{ value: 'b@example.com', proposed_by: 'ben@example.com' },
    ...{ proposed_at: '2026-03-05T09:00:00.000Z', lapses_at: '2026-03-12T09:00:00.000Z' },
  },
}
const settings: DeskSettingsAnswer = [
  textSetting,
  { ...textSetting, key: 'service_link', proposal: null },
  { ...textSetting, key: 'brand_new', description: 'A setting of a newer server.', proposal: null },
]

const alert = (page: Page) => page.getByRole('alertdialog')

/** Opens a dialog by a key, once the pictures that it needs are shown. */
const press =
  (key: string, pictures = 0) =>
  async (page: Page) => {
    if (pictures > 0)
      await page
        .locator('figure img')
        .nth(pictures - 1)
        .waitFor()
    await page.keyboard.press(key)
    await alert(page).waitFor()
  }

/** Opens a dialog by the first button with this text. */
const click = (text: string) => async (page: Page) => {
  await page.getByRole('main').getByText(text, { exact: true }).first().click()
  await alert(page).waitFor()
}

const bank = [
  ...fields('desk_currencies', 'wire_options.bank_name', 'wire_options.bank_address'),
  ...fields('desk_currencies', 'wire_options.bank_swift', 'wire_options.payee_name'),
  ...fields('desk_currencies', 'wire_options.payee_account', 'wire_options.bank_remark'),
]
const settingTexts = [
  ...fields('desk_settings', 'value', 'default', 'description'),
  ...fields('desk_settings', 'proposal.value', 'proposal.proposed_by'),
]

/** Neighbours have different texts, so that those of the last screen do not count. */
const visits: readonly Visit[] = [
  { path: '/desk/identity', shows: ['identity_queue.name', 'desk_me.operator.email'] },
  { path: '/desk/identity/1', shows: fields('identity_check', 'name', 'card_id') },
  { act: press('a', 2), shows: ['identity_check.name'] },
  {
    path: '/desk/identity/2',
    shows: fields('identity_check', 'name', 'card_id', 'remark', 'decided_by'),
  },
  {
    path: '/desk/approvals',
    shows: fields('desk_proposals', 'changes.old', 'changes.new', 'note', 'proposed_by'),
  },
  { path: '/desk/approvals?state=decided', shows: fields('desk_proposals', 'decided_by', 'remark') },
  {
    path: '/desk/deposits/1',
    shows: [
      ...fields('deposit_details', 'currency', 'paid_to.text', 'proposal.proposed_by'),
      ...fields('deposit_details', 'failure.message', 'under_way.by'),
    ],
  },
  {
    path: '/desk/withdrawals/1',
    shows: [
      ...fields('withdrawal_details', 'currency', 'pay_to.text', 'memo', 'notes', 'transaction'),
      ...fields('withdrawal_details', 'reviewer', 'approver', 'payer', 'risk_marks.figure', 'account.name'),
      ...fields('withdrawal_details', 'recent_deposits.currency', 'recent_trades.code'),
      ...fields('withdrawal_details', 'proposal.proposed_by'),
    ],
  },
  { path: '/desk/deposits/2', shows: fields('deposit_details', 'remark', 'decided_by') },
  {
    path: '/desk/withdrawals/2',
    async act(page) {
      await page.getByText(deskEn('withdrawal.pay_to')).waitFor()
      await press('s')(page)
    },
    shows: fields('withdrawal_details', 'currency', 'pay_to.text'),
  },
  { path: '/desk/deposits', shows: fields('deposit_queue', 'currency', 'protocol') },
  { path: '/desk/deposits/3', act: press('a', 1), shows: ['deposit_details.currency'] },
  { path: '/desk/withdrawals', shows: fields('withdrawal_queue', 'currency', 'protocol') },
  { path: '/desk/currencies', shows: fields('desk_currencies', 'code', 'protocol') },
  {
    path: '/desk/currencies/1',
    shows: [
      ...fields('desk_currencies', 'code', 'protocol', 'proposal.proposed_by', 'pay_addresses.address'),
      ...fields('desk_currencies', 'pay_addresses.proposal.proposed_by'),
    ],
  },
  { act: click(deskEn('destinations.change')), shows: ['desk_currencies.pay_addresses.address'] },
  { path: '/desk/currencies/2', shows: [...bank, 'desk_currencies.wire_options.proposal.proposed_by'] },
  {
    async act(page) {
      await click(deskEn('destinations.change'))(page)
      for (const field of await alert(page).locator('input').all()) await field.fill('other')
    },
    shows: bank,
  },
  {
    path: '/desk/currencies/1',
    act: click(deskEn('destinations.switch_off')),
    shows: ['desk_currencies.pay_addresses.address'],
  },
  { path: '/desk/complaints/1', shows: fields('complaint_details', 'text', 'answer', 'answered_by') },
  {
    path: '/desk/support',
    shows: fields('support_inbox', 'language', 'assigned_to'),
  },
  {
    async act(page) {
      await page.getByPlaceholder(deskEn('support.search')).fill('message')
      await page.keyboard.press('Enter')
      await page.getByText(deskEn('support.column.found')).waitFor()
    },
    shows: fields('support_search', 'thread.language', 'thread.assigned_to'),
  },
  {
    path: '/desk/support/1',
    shows: [
      ...fields('desk_support_messages', 'operator', 'text', 'thread.assigned_to'),
      ...fields('support_details', 'thread.language', 'user.contact', 'user.name', 'episodes.resolved_by'),
    ],
  },
  {
    async act(page) {
      await page.getByRole('main').getByText(deskEn('canned.insert'), { exact: true }).click()
      await page
        .getByRole('region', { name: deskEn('canned.insert') })
        .getByRole('listitem')
        .first()
        .waitFor()
    },
    shows: fields('canned_answers', 'language', 'title', 'text'),
  },
  { act: click(deskEn('support.take_over')), shows: ['desk_support_messages.thread.assigned_to'] },
  {
    path: '/desk/support/answers',
    shows: fields('canned_answers', 'language', 'title', 'text', 'changed_by'),
  },
  { act: click(deskEn('canned.remove')), shows: ['canned_answers.title'] },
  { path: '/desk/support/figures', shows: ['support_figures.operators.operator'] },
  { path: '/desk/freezes', shows: ['desk_freezes.detail'] },
  { path: '/desk/freezes?state=lifted', shows: fields('desk_freezes', 'detail', 'lifted_by', 'reason') },
  { path: '/desk/operators', shows: ['desk_operators.email'] },
  { act: click(deskEn('operators.reset')), shows: ['desk_operators.email'] },
  { path: '/desk/audit', shows: fields('audit_log', 'who', 'details', 'address') },
  { path: '/desk/settings', shows: settingTexts },
  {
    async act(page) {
      const field = page.getByLabel(deskEn('settings.value', { key: 'service_link' }), { exact: true })
      await field.fill('https://help.example.com')
      await field.press('Enter')
      await alert(page).waitFor()
    },
    shows: ['desk_settings.value'],
  },
  { path: '/desk/account', shows: ['desk_me.operator.email'] },
]

test('hostile texts of users and operators are inert on every screen', async () => {
  const { page, desk } = await open('/desk/account', {
    ...{ role: 'owner', funds, freezes: exampleFreezes, proposals: exampleProposals },
    checks: [exampleCheck(1), exampleCheck(2, { ...decided, state: 'refused' })],
    complaints: [
      exampleComplaint(1, {
        ...{ state: 'answered', answer: 'See below', answered_by: 'ben@example.com' },
        answered_at: '2026-03-05T09:00:00.000Z',
      }),
    ],
    support: {
      threads: [someThread({ id: 1, assigned_to: 'ben@example.com', last_number: 2 })],
      messages: { 1: [someMessage(1), someMessage(2, { author: 'desk', operator: 'ben@example.com' })] },
      ...{ user: exampleUser, canned: exampleCanned, figures: exampleFigures },
      episodes: [
        {
          ...{ opened_at: '2026-03-05T08:00:00.000Z', first_answer_at: null },
          ...{ resolved_at: '2026-03-05T09:00:00.000Z', resolved_by: 'ben@example.com' },
        },
      ],
    },
    rewrite: (path, data) => hostile(`/desk/api/${path}`, data),
  })
  desk.settings = settings
  await assertInertVisits(page, visits)
  desk.role = 'viewer'
  await page.reload()
  await assertInertVisits(page, [{ path: '/desk/settings', shows: settingTexts }])
})

/** Texts that the console does not show. */
const notShown = {
  'deposit_details.failure.reason': 'the message is shown instead',
  'deposit_details.protocol': 'is part of the address paid to',
  'desk_pictures.name': 'names of files',
  'desk_support_messages.images.name': 'names of files',
  'desk_support_messages.thread.language': 'shown beside the user, by support_details',
  'support_details.thread.assigned_to': 'shown above the messages, by desk_support_messages',
  'support_figures.overall.operator': 'empty for all operators',
  'withdrawal_details.protocol': 'is part of the address to pay',
} as const

/** Calls whose hostile texts another test shows. */
const shownElsewhere = {
  desk_article: 'desk/articles',
  desk_article_edition: 'desk/articles',
  desk_article_history: 'desk/articles',
  desk_articles: 'desk/articles',
  desk_calendar: 'desk/calendar',
  desk_companies: 'desk/companies',
  desk_preview_import: 'desk/calendar',
  desk_preview_text: 'desk/articles',
} as const

test('every text that a person can write is visited', () => {
  assertAllShown(readTexts, visits, { notShown, shownElsewhere, unused: [] })
})
