// Every text of an answer that a user or an operator can write is shown as text on each screen of the app that has it.
import { before, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { maskedContact } from '#core/user/contact.ts'
import { everyKind, logOf, logPath } from '#test/browser/account/account-log.ts'
import { realUser, setUpAccountPhones } from '#test/browser/account/account-phones.ts'
import { friends, invitesPath } from '#test/browser/account/example-friends.ts'
import { centerPath, nothingYet, waiting } from '#test/browser/account/example-identity.ts'
import { loginCalls } from '#test/browser/account/example-logins.ts'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'
import { complaintCalls } from '#test/browser/complaints/example-complaints.ts'
import {
  bitcoin,
  deposit,
  everyWithdrawal,
  ownAddress,
  ownBank,
  pageOf,
  paths,
  tron,
  withdrawal,
} from '#test/browser/funds/example-funds.ts'
import { hostileText } from '#test/browser/hostile-texts.ts'
import { hostileAnswers } from '#test/browser/inert-texts/hostile-answers.ts'
import {
  assertAllShown,
  assertInertVisits,
  fields,
  type Visit,
} from '#test/browser/inert-texts/inert-visits.ts'
import { noticeServer } from '#test/browser/notices/example-notices.ts'
import {
  message,
  settingsWith,
  paths as supportPaths,
  supportServer,
} from '#test/browser/support/support-server.ts'
import { en } from '#test/browser/words.ts'
import { photo } from '#test/uploads/pictures.ts'

const phones = setUpAccountPhones()
const { hostile, readTexts } = await hostileAnswers('app')

const withType = (request: Request, type: number) => request.url().includes(`type=${type}`)
const fullBank = {
  ...ownBank,
  ...{ bank_branch: 'Central', bank_address: '1 Pier Road', bank_swift: 'HRBRHKHH', bank_remark: 'Rent' },
}
const toBank = withdrawal(51, {
  ...{
    type: 2,
    address: '',
    payee_account: ownBank.payee_account,
    status: 3,
    notes: 'No',
    transaction: '4711',
  },
  draw_currency: { code: 'HKD', protocol: '' },
})
const refusedDeposit = deposit(12, { status: 2, remark: 'Only 200 USDT arrived.' })

const answers: StubbedCalls = {
  ...supportServer([message(1)]).calls,
  [supportPaths.settings]: settingsWith('help', 2),
  ...complaintCalls(),
  ...loginCalls,
  ...noticeServer().calls,
  '/api/user/info': realUser,
  [centerPath]: waiting,
  [invitesPath]: friends,
  [logPath]: logOf(everyKind),
  [paths.info]: [tron, { ...bitcoin, is_off: 1 }],
  [paths.deposits]: (request: Request) =>
    pageOf([withType(request, 1) ? { ...refusedDeposit, type: 1, protocol_code: '' } : refusedDeposit]),
  [paths.methods]: (request: Request) => [withType(request, 2) ? fullBank : ownAddress],
  [paths.withdrawals]: (request: Request) => pageOf(withType(request, 2) ? [toBank] : everyWithdrawal),
}

/** The answers at the time of each request, with hostile texts. */
const hostileCalls: StubbedCalls = Object.fromEntries(
  Object.keys(answers).map((path) => [
    path,
    async (request: Request) => {
      const answer = answers[path]
      return hostile(path, typeof answer === 'function' ? await answer(request) : answer)
    },
  ]),
)

let voucher: Buffer
before(async () => {
  voucher = await photo({ width: 320, height: 200 })
})

const dialog = (page: Page) => page.getByRole('dialog')
const submit = (page: Page) => page.locator('footer button[type=submit]').tap()

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
}

/** Chooses the second kind of a form: a wire, or a payout to a bank account. */
const chooseBank = (page: Page) => page.locator('main [role=radiogroup] label').nth(1).tap()

async function confirmDeposit(page: Page): Promise<void> {
  await page.locator('input[name=amount]').fill('1234.5')
  if ((await page.locator('main img').count()) === 0) {
    const file = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: voucher }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.locator('main [role=status] .text-good').waitFor()
  }
  await submit(page)
  await dialog(page).waitFor()
}

async function confirmWithdrawal(page: Page): Promise<void> {
  const method = page.locator('label').filter({ has: page.locator('input[name=draw_method]') })
  await page.locator('input[name=amount]').fill('1234.56')
  await method.first().tap()
  await page.locator('input[name=code]').fill('123456')
  await submit(page)
  await dialog(page).waitFor()
}

const askToDelete = (page: Page) => page.locator('main li button').last().tap()
const bankAccount = fields('draw_methods', 'bank_name', 'payee_name', 'payee_account')

/** Neighbours have different texts, so that those of the last screen do not count. */
const visits: readonly Visit[] = [
  { path: '/user', shows: ['user_info.email'] },
  { path: '/mine/notices', shows: fields('notice_list', 'title', 'text') },
  { path: '/mine/system', shows: ['sessions.address'] },
  { path: '/mine/system?show=logins', shows: ['login_history.address'] },
  { path: '/mine/invite', shows: ['invite_list.name'] },
  { path: '/mine/history', shows: ['forex_change.Memo'] },
  { path: '/mine/auth', shows: fields('identity_center', 'name', 'card_id') },
  {
    async act(page) {
      answers[centerPath] = { ...nothingYet, remark: 'Too dark.' }
      await page.reload()
    },
    shows: ['identity_center.remark'],
  },
  { path: '/mine/charge', shows: fields('charge_info', 'currency_code', 'protocol_code', 'address') },
  { act: confirmDeposit, shows: fields('charge_info', 'protocol_code', 'address') },
  {
    async act(page) {
      await closeDialog(page)
      await page.getByRole('button', { name: en('deposit.earlier.coin') }).tap()
      await page.getByText(en('deposit.gone.title')).waitFor()
    },
    shows: ['charge_info.address'],
  },
  {
    act: chooseBank,
    shows: [
      ...['charge_symbols.code'],
      ...fields('wire_info', 'bank_name', 'bank_address', 'bank_swift'),
      ...fields('wire_info', 'payee_name', 'payee_account', 'bank_remark'),
    ],
  },
  { act: confirmDeposit, shows: fields('wire_info', 'bank_name', 'payee_account') },
  {
    path: '/mine/charge?show=records',
    shows: fields('charge_list', 'currency_code', 'protocol_code', 'remark'),
  },
  {
    path: '/mine/withdraw',
    shows: [
      ...fields('draw_symbol_list', 'code', 'protocol'),
      ...fields('draw_methods', 'dc_address', 'draw_currency.code', 'draw_currency.protocol'),
    ],
  },
  { act: confirmWithdrawal, shows: ['draw_symbol_list.code', 'draw_methods.dc_address'] },
  {
    async act(page) {
      await closeDialog(page)
      await chooseBank(page)
    },
    shows: bankAccount,
  },
  { act: confirmWithdrawal, shows: bankAccount },
  {
    path: '/mine/withdraw?show=records',
    shows: [
      ...fields('draw_list', 'address', 'notes', 'transaction'),
      ...fields('draw_list', 'draw_currency.code', 'draw_currency.protocol'),
    ],
  },
  {
    path: '/mine/withdraw?show=records&type=2',
    shows: fields('draw_list', 'payee_account', 'notes', 'transaction', 'draw_currency.code'),
  },
  { path: '/mine/charge?show=records&type=1', shows: fields('charge_list', 'currency_code', 'remark') },
  { path: '/mine/coin-address-list', shows: ['draw_methods.dc_address'] },
  { path: '/mine/bank-card-list', shows: bankAccount },
  {
    async act(page) {
      await askToDelete(page)
      await page.getByRole('alertdialog').waitFor()
    },
    shows: ['draw_methods.payee_account'],
  },
  { path: '/mine/withdraw-way?type=1', shows: fields('draw_symbol_list', 'code', 'protocol') },
  { path: '/mine/email', shows: ['complaint_email.email', 'complaint_list.text'] },
  { path: '/mine/withdraw-way?type=2', shows: ['draw_symbol_list.code'] },
  { path: '/mine/email?id=12', shows: fields('complaint_info', 'text', 'answer') },
  { path: '/mine/email?show=new&pick=coin_deposits', shows: ['charge_list.currency_code'] },
  { path: '/mine/chat', shows: ['basic_info.service_link'] },
  { path: '/support', shows: ['support_messages.text'] },
]

test('hostile texts of users and operators are inert on every screen', async () => {
  const { page } = await phones.open('/', hostileCalls)
  const masked = maskedContact({ email: hostileText('user_info.email'), mobile: undefined })
  await assertInertVisits(page, visits, { 'user_info.email': masked })
})

const figures = 'figures and codes of markets'
/** Texts that the app does not show. */
const notShown = {
  'alert_list.base': figures,
  'alert_list.code': figures,
  'alert_list.hit_price': figures,
  'alert_list.percent': figures,
  'alert_list.price': figures,
  'alert_list.show_code': figures,
  'area_list.code': 'countries of a fixed list',
  'area_list.global_code': 'dialling codes of a fixed list',
  'calendar_marks.currencies': 'codes, which are sent back',
  'draw_methods.bank_address': 'only operators see it',
  'draw_methods.bank_branch': 'only operators see it',
  'draw_methods.bank_remark': 'only operators see it',
  'draw_methods.bank_swift': 'only operators see it',
  'notice_list.path': 'only local paths, and only as the address of a link',
  'notice_preferences.zone': 'the browser test of notices shows it',
  'login_history.device': 'only known names of browsers and systems',
  'sessions.device': 'only known names of browsers and systems',
  'support_messages.images.name': 'names of pictures',
} as const

/** Calls whose hostile texts another test shows. */
const shownElsewhere = {
  announcement: 'content/announcement',
  calendar_list: 'content/calendar',
  get_company: 'markets/providers',
  get_company_status: 'markets/providers',
  legal_text: 'content/legal',
  missing_consents: 'content/legal',
  news_info: 'content/news',
  news_list: 'content/news',
} as const

test('every text that a person can write is visited', () => {
  assertAllShown(readTexts, visits, { notShown, shownElsewhere, unused: [] })
})
