// The real server with an owner and two operators of finance, and users with phones, for journeys of money.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { openStorageForTool } from '#server/storage/storage.ts'
import {
  owner as firstOwner,
  pollFor,
  type RealUsers,
  type RegisteredUser,
  startRealUsers,
} from '#test/browser/account/real-users.ts'
import { storeSession } from '#test/browser/account/stub-calls.ts'
import { expireResendDelay, latestCode } from '#test/browser/authentication/outbox.ts'
import { createPhone, openBrowser, type Phone } from '#test/browser/phone.ts'
import { en, serverEn, startingWith } from '#test/browser/words.ts'
import { withOwner } from '#test/database.ts'
import { ageTies } from '#test/operators/two-people.ts'
import { photo } from '#test/uploads/pictures.ts'

export type TeamMember = { readonly email: string; readonly secret: string; readonly token: string }

export type Customer = RegisteredUser & { readonly email: string }

type CodePurpose = 'payout_method' | 'withdrawal'

type Letter = {
  readonly to: string
  readonly code: string
  readonly lang: string
  readonly subject: string
  readonly text: string
}

export type FundsTeam = {
  /** Rejects if a page reported a problem. */
  readonly stop: () => Promise<void>
  readonly users: RealUsers
  readonly owner: TeamMember
  /** The owner created both more than seven days ago, so any two of the three are two people. */
  readonly ben: TeamMember
  readonly cleo: TeamMember
  readonly register: (email: string) => Promise<Customer>
  /** A desk call that must succeed. Returns its data. */
  // biome-ignore lint/suspicious/noExplicitAny: each call has its own data, and the test asserts what it needs
  readonly ask: (member: TeamMember, call: string, json?: object) => Promise<any>
  /** Allows the authenticator's code of now once more, and returns it. */
  readonly authenticatorCode: (member: TeamMember) => Promise<string>
  /**
   * Requests a code with the button of the page, and returns it. The button counts down after its first use, so later
   * codes are requested by a call.
   */
  readonly sendCode: (customer: Customer, page: Page, purpose: CodePurpose) => Promise<string>
  /** Messages to this customer without a code, oldest first, once those with these subjects are enough. */
  readonly letters: (
    customer: Customer,
    isEnough: (subjects: readonly string[]) => boolean,
  ) => Promise<readonly Letter[]>
  /** Requests a code by a call, and returns it. */
  readonly requestCode: (customer: Customer, purpose: CodePurpose) => Promise<string>
  readonly openPhone: (customer: Customer, path: string, options?: PhoneOptions) => Promise<Page>
  readonly openDesk: (member: TeamMember, path: string, options?: PhoneOptions) => Promise<Page>
}

export type PhoneOptions = BrowserContextOptions & {
  /** Allows console messages of a lost connection. */
  readonly losesConnection?: boolean
}

const lostConnection = /ERR_CONNECTION|WebSocket|Failed to fetch|Failed to load resource/

export async function startFundsTeam(): Promise<FundsTeam> {
  const users = await startRealUsers()
  const browser = await openBrowser()
  const phones: Phone[] = []
  const requested = new Set<string>()
  const ask: FundsTeam['ask'] = async ({ token }, call, json) =>
    await done(users, `/desk/api/${call}`, json === undefined ? { token } : { token, json })

  async function authenticatorCode({ email, secret }: Omit<TeamMember, 'token'>): Promise<string> {
    const { dataDir, databaseUrl } = users.app
    const log = createLog('silent')
    const storage = await openStorageForTool({ databaseUrl, dataDir, log, clock: systemClock })
    await storage.pool.query('update operators set totp_last_step = null where email = $1', [email])
    await storage.stop()
    return codeOf(secret)
  }

  const { email, password, secret } = firstOwner
  const signedIn = await done(users, '/desk/api/sign_in', { json: { email, password, totp: codeOf(secret) } })
  const owner = { email, secret, token: signedIn.token }

  async function addOperator(name: string): Promise<TeamMember> {
    const added = `${name}@example.com`
    const totp = await authenticatorCode(owner)
    const created = await ask(owner, 'operators/create', { email: added, role: 'finance', totp })
    const json = { email: added, password: created.password }
    const { enrolment } = await done(users, '/desk/api/sign_in', { json })
    const chosen = {
      ticket: enrolment.ticket,
      totp: codeOf(enrolment.secret),
      new_password: `quiet heron ${name} 44`,
    }
    const { token } = await done(users, '/desk/api/enrol', { json: chosen })
    return { email: added, secret: enrolment.secret, token }
  }
  const ben = await addOperator('ben')
  const cleo = await addOperator('cleo')
  await withOwner(users.app.databaseUrl, (database) => ageTies((sql) => database.query(sql)))

  async function codeOfRequest({ email: to }: Customer, request: () => Promise<unknown>): Promise<string> {
    await expireResendDelay(users.app)
    const before = lettersTo(users, to).filter(({ code }) => code !== '').length
    await request()
    return await latestCode(users.app.dataDir, to, before + 1)
  }
  async function requestCode(customer: Customer, purpose: CodePurpose): Promise<string> {
    const form = { to: customer.email, type: purpose === 'payout_method' ? '3' : '4' }
    const sent = { token: customer.token, form }
    return await codeOfRequest(customer, () => done(users, '/api/notify/send_email', sent))
  }

  async function open(options: PhoneOptions): Promise<Page> {
    const { losesConnection = false, ...context } = options
    const phone = await createPhone(browser, {
      baseURL: users.app.address,
      reducedMotion: 'reduce',
      ...context,
    })
    phones.push(losesConnection ? withoutLostConnection(phone) : phone)
    return phone.page
  }
  return {
    async stop() {
      for (const phone of phones) await phone.close()
      await browser.close()
      await users.stop()
      assert.deepEqual(
        phones.flatMap(({ problems }) => problems),
        [],
      )
    },
    users,
    owner,
    ben,
    cleo,
    ask,
    authenticatorCode,
    register: async (to) => ({ ...(await users.register(to)), email: to }),
    requestCode,
    async sendCode(customer, page, purpose) {
      const use = `${customer.email} ${purpose}`
      if (requested.has(use)) return await requestCode(customer, purpose)
      requested.add(use)
      const button = page.getByRole('button', { name: startingWith(en('entry.code.send')) })
      return await codeOfRequest(customer, () => button.tap())
    },
    letters: ({ email: to }, isEnough) =>
      pollFor(async () => {
        const letters = lettersTo(users, to).filter(({ code }) => code === '')
        return isEnough(letters.map(({ subject }) => subject)) ? letters : undefined
      }),
    async openPhone({ token }, path, options = {}) {
      const page = await open(options)
      await storeSession(page, token)
      await page.goto(path)
      await page.locator('[data-screen] main').waitFor()
      return page
    },
    async openDesk({ token }, path, options = {}) {
      const page = await open({
        viewport: { width: 1280, height: 800 },
        hasTouch: false,
        isMobile: false,
        ...options,
      })
      await page.addInitScript((begun) => sessionStorage.setItem('openlot.desk_session', begun), token)
      await page.goto(path)
      await page.locator('h1').waitFor()
      return page
    },
  }
}

export async function done(users: RealUsers, path: string, sent: Parameters<RealUsers['ask']>[1]) {
  const { code, msg, data } = await users.ask(path, sent)
  assert.equal(code, 1, `${path}: ${msg} ${JSON.stringify(data)}`)
  return data
}

function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate()
}

function lettersTo({ app }: RealUsers, to: string): readonly Letter[] {
  const dir = join(app.dataDir, 'outbox')
  const names = readdirSync(dir).filter((name) => name.endsWith('.json'))
  return names
    .sort()
    .map((name) => JSON.parse(readFileSync(join(dir, name), 'utf8')) as Letter)
    .filter((letter) => letter.to === to)
}

function withoutLostConnection(phone: Phone): Phone {
  return {
    ...phone,
    get problems() {
      return phone.problems.filter((problem) => !lostConnection.test(problem))
    },
  }
}

/** A proposed change, approved by the other operator. */
export async function proposeAndApprove(team: FundsTeam, call: string, json: object): Promise<void> {
  const { proposal_id: id } = await team.ask(team.ben, call, json)
  await team.ask(team.cleo, 'proposals/approve', { id, totp: await team.authenticatorCode(team.cleo) })
}

export const tronAddress = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
export const ownAddress = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH'

/** USDT on TRON with deposits and payouts, set by desk calls. */
export async function setUpTron(team: FundsTeam): Promise<void> {
  const currencies = await team.ask(team.ben, 'funds/currencies')
  const { id } = currencies.find(({ protocol }: { readonly protocol: string }) => protocol === 'TRC20')
  await proposeAndApprove(team, 'funds/currency_change', {
    id,
    ...{ is_deposit_on: 1, deposit_rate: '0.5', least_deposit: '10' },
    ...{ is_payout_on: 1, payout_rate: '2', fee_type: 1, fee: '5', least_payout: '20' },
  })
  await proposeAndApprove(team, 'funds/pay_address_change', { currency_id: id, address: tronAddress })
}

/** Payouts in euros to bank accounts, set by desk calls. */
export async function setUpEuros(team: FundsTeam): Promise<void> {
  const currencies = await team.ask(team.ben, 'funds/currencies')
  const { id } = currencies.find(({ code }: { readonly code: string }) => code === 'EUR')
  const payout = { is_payout_on: 1, payout_rate: '0.9', fee_type: 1, fee: '2', least_payout: '20' }
  await proposeAndApprove(team, 'funds/currency_change', { id, ...payout })
}

/** Ends the waiting time of all payout methods, as if it had passed. */
export async function endMethodWaits({ users }: FundsTeam): Promise<void> {
  await withOwner(users.app.databaseUrl, (database) =>
    // One text is one transaction, so the triggers are never off for the server.
    database.query(`
      alter table payout_methods disable trigger user;
      update payout_methods set usable_at = created_at;
      alter table payout_methods enable trigger user`),
  )
}

/** Subject of the message of a notice about identity, which has the title of the notice. */
export const verifiedSubject = serverEn('mail.notice.subject', {
  title: serverEn('notice.identity_verified.title'),
})

/** An approved identity, sent and decided by calls. */
export async function verifyIdentity({ users, owner, ask }: FundsTeam, customer: Customer): Promise<void> {
  const [front_pic, reverse_pic] = [await upload(users, customer, 1), await upload(users, customer, 2)]
  const json = { name: 'Lee Min', card_id: 'A123456(7)', front_pic, reverse_pic }
  await done(users, '/api/user_real/real_name', { token: customer.token, json })
  const queue = await ask(owner, 'identity/queue')
  await ask(owner, 'identity/decide', { id: queue.data[0].id, approve: 1 })
}

/** Money in the account, by a deposit that an operator finishes. */
export async function depositByCalls(team: FundsTeam, customer: Customer, number: string): Promise<void> {
  const { users, ben, ask } = team
  const { token } = customer
  const [method] = await done(users, '/api/quickCharge/info', { token })
  const proofImg = await upload(users, customer, 7)
  const json = { number, proofImg, address: method.address, charge_id: method.id, rate: method.rate }
  const { id } = await done(users, '/api/quickCharge/submit', { token, json })
  await ask(ben, 'funds/deposit_decide', { id, result: 'credited' })
}

async function upload({ app }: RealUsers, { token }: Customer, seed: number): Promise<string> {
  const body = new FormData()
  const bytes = await photo({ width: 320, height: 200 }, seed)
  body.append('file', new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' }), 'a.jpg')
  const answer = await fetch(`${app.address}/api/common/image_upload`, {
    method: 'POST',
    headers: { authorization: token, lang: 'en' },
    body,
  })
  const { data } = (await answer.json()) as { data: { url: string } }
  return data.url
}
