// Users of the real server: they register with an emailed code, and an operator reviews their identity.
import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import { legalKinds } from '#core/content/article.ts'
import { latestCode } from '#test/browser/authentication/outbox.ts'
import { type ServedApp, serveApp } from '#test/browser/served-app.ts'

export const password = 'correct horse 7'

export const owner = {
  email: 'owner@example.com',
  password: 'a long way to the desk 9',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
}

export type RealUsers = {
  readonly app: ServedApp
  /** Registers with an emailed code. Returns the session token and the user. */
  readonly register: (email: string, inviteCode?: string) => Promise<RegisteredUser>
  readonly openDemo: (demoId: string) => Promise<Pick<RegisteredUser, 'token'>>
  /** Buys at market, with the last leverage that the market offers. */
  readonly buy: (token: string, code: string, lots: string) => Promise<void>
  /** Logs in as the browser `device`, and returns the answer. */
  readonly logIn: (email: string, password: string, device: string) => Promise<Envelope>
  readonly ask: (path: string, sent?: Sent) => Promise<Envelope>
  /** Approves or rejects the identity check that has waited longest. */
  readonly decide: (decision: { readonly approve: 0 | 1; readonly remark?: string }) => Promise<void>
  readonly stop: () => Promise<void>
}

export type RegisteredUser = {
  readonly token: string
  readonly user: { readonly uid: string; readonly invite_code: string }
}

// biome-ignore lint/suspicious/noExplicitAny: each call has its own data, and the test asserts what it needs
type Envelope = { readonly code: number; readonly msg: string; readonly data: any }

type Sent = {
  readonly token?: string | undefined
  readonly form?: Readonly<Record<string, string>>
  readonly json?: object
  readonly device?: string
}

export async function startRealUsers(): Promise<RealUsers> {
  const app = await serveApp({
    RATE_LIMITS: 'off',
    DESK_EMAIL: owner.email,
    DESK_PASSWORD: owner.password,
    DESK_TOTP_SECRET: owner.secret,
  })

  async function ask(path: string, { token, form, json, device = 'a test' }: Sent = {}): Promise<Envelope> {
    const body = form === undefined ? json && JSON.stringify(json) : new URLSearchParams(form)
    const answer = await fetch(`${app.address}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        lang: 'en',
        'user-agent': device,
        ...(token === undefined ? {} : { authorization: token }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    })
    return await answer.json()
  }
  async function done(path: string, sent: Sent) {
    const envelope = await ask(path, sent)
    assert.equal(envelope.code, 1, `${path}: ${envelope.msg}`)
    return envelope.data
  }
  /** The current versions of the legal texts, so that no screen asks for consent. */
  async function currentConsent(): Promise<string> {
    const versions = await Promise.all(
      legalKinds.map(async (kind) => {
        const [current] = await done(`/api/default/legal_history?kind=${kind}`, {})
        return current === undefined ? [] : [`${kind}:${current.edition}`]
      }),
    )
    return versions.flat().join(',')
  }
  let deskToken: string | undefined
  async function signIn(): Promise<string> {
    const totp = new TOTP({ secret: Secret.fromBase32(owner.secret) }).generate()
    const json = { email: owner.email, password: owner.password, totp }
    return (await done('/desk/api/sign_in', { json })).token
  }
  return {
    app,
    ask,
    async register(email, inviteCode = '') {
      await done('/api/notify/send_email', { form: { to: email, type: '1' } })
      const sms_code = await latestCode(app.dataDir, email)
      const form = { type: '1', account: email, password, re_password: password, sms_code }
      const consent = await currentConsent()
      return await done('/api/user/register', { form: { ...form, invite_code: inviteCode, consent } })
    },
    openDemo: (demo_id) => done('/api/user/createAccountDemoForU', { form: { demo_id } }),
    async buy(token, code, cont) {
      const markets = await done('/v1/api/forex/trade_list', {})
      const market = markets.find(({ Code }: { readonly Code: string }) => Code === code)
      const multiple = String(market.HasForexMultiple.at(-1).Value)
      const json = { type: 1, forex_id: market.Id, status: 1, cont, multiple }
      await done('/v1/api/forex/submit', { token, json })
    },
    logIn: (account, secret, device) =>
      ask('/api/user/loginForU', { form: { account, password: secret, login_type: '1' }, device }),
    async decide(decision) {
      // An authenticator code works once, so the operator signs in once.
      deskToken ??= await signIn()
      const queue = await done('/desk/api/identity/queue', { token: deskToken })
      const json = { id: queue.data[0].id, ...decision }
      await done('/desk/api/identity/decide', { token: deskToken, json })
    },
    stop: app.stop,
  }
}

const longestWaitMs = 30_000

/** Polls for a result that is written asynchronously, and leaves the processors to its writer in between. */
export async function pollFor<Found>(attempt: () => Promise<Found | undefined>): Promise<Found> {
  const limit = Date.now() + longestWaitMs
  while (Date.now() < limit) {
    const found = await attempt()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`timed out waiting for ${attempt}`)
}
