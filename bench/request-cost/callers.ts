// A demo user, a real user and an operator with as much data as the lists of each can show.
import type { Agent } from 'node:http'
import { Secret, TOTP } from 'otpauth'
import { type BenchRequest, json, sendRequest } from '#bench/request-cost/send-request.ts'
import { sendEmail } from '#contract/calls/credentials.ts'
import { demoLogin, login, register } from '#contract/calls/session.ts'
import { submit } from '#contract/calls/trading.ts'
import { deskSignIn } from '#contract/desk/session.ts'
import { maxOpenOrders, maxPendingOrders } from '#core/decision/limits.ts'
import { latestCode } from '#test/browser/authentication/outbox.ts'
import type { TestDatabase } from '#test/database.ts'

export type Callers = {
  readonly demo: string
  readonly user: string
  readonly operator: string
  /** Ids of open orders of the demo user. */
  readonly openOrders: readonly number[]
  /** Other demo users with as many orders, which one request ends. */
  readonly toClose: readonly DemoUser[]
  readonly toReset: readonly DemoUser[]
}

export type DemoUser = { readonly token: string; readonly openOrders: readonly number[] }

export const operatorLogin = {
  email: 'owner@example.com',
  password: 'desk owner 2026',
  totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
}
export const userLogin = { account: 'ann@example.com', password: 'correct horse 7' }

type Parts = {
  readonly address: string
  readonly agent: Agent
  readonly dataDir: string
  readonly database: TestDatabase
}

export async function prepareCallers(parts: Parts): Promise<Callers> {
  const { address, agent, dataDir, database } = parts
  // biome-ignore lint/suspicious/noExplicitAny: answers of several calls
  async function data(request: BenchRequest): Promise<any> {
    const { bytes } = await sendRequest(address, agent, request)
    const answer = JSON.parse(bytes.toString())
    if (answer.code !== 1) throw new Error(`${request.path} failed: ${bytes.toString().slice(0, 200)}`)
    return answer.data
  }
  async function demoUser(number: number): Promise<DemoUser> {
    const demo_id = number.toString(16).padStart(32, 'c')
    const { token } = await data({ path: demoLogin.path, ...json({ demo_id }) })
    return { token, openOrders: await placeOrders(data, token) }
  }
  const { account, password } = userLogin
  await data({ path: sendEmail.path, ...json({ to: account, type: 1 }) })
  const code = await latestCode(dataDir, account)
  const form = { type: 1, account, password, re_password: password, sms_code: code }
  await data({ path: register.path, ...json(form) })
  const user = (await data({ path: login.path, ...json({ account, password, login_type: 1 }) })).token
  const totp = new TOTP({ secret: Secret.fromBase32(operatorLogin.totpSecret) }).generate()
  const signedIn = json({ email: operatorLogin.email, password: operatorLogin.password, totp })
  const operator = (await data({ path: deskSignIn.path, ...signedIn })).token as string
  const [demo, ...others] = await Promise.all([0, 1, 2].map(demoUser))
  if (demo === undefined) throw new Error('no demo user')
  await fillTables(database)
  return {
    ...{ demo: demo.token, openOrders: demo.openOrders, user, operator },
    ...{ toClose: others.slice(0, 1), toReset: others.slice(1) },
  }
}

type Order = { readonly Id: number }

/** As many open and pending orders as an account may have. */
async function placeOrders(
  data: (request: BenchRequest) => Promise<Order>,
  token: string,
): Promise<readonly number[]> {
  const open = { type: 1, forex_id: 101, status: 1, cont: '0.01', multiple: 100 }
  const place = async (order: object) => (await data({ path: submit.path, token, ...json(order) })).Id
  const placeMany = async (order: object, count: number) => {
    const ids: number[] = []
    while (ids.length < count)
      ids.push(...(await Promise.all(Array.from({ length: 20 }, () => place(order)))))
    return ids
  }
  const ids = await placeMany(open, maxOpenOrders)
  await placeMany({ ...open, status: 0, target_price: '0.50000' }, maxPendingOrders)
  return ids
}

/** Fills the pages of lists with rows of the largest size. */
async function fillTables({ query }: TestDatabase): Promise<void> {
  await query(`
    insert into logins (user_id, succeeded, address, device, created_at)
    select id, true, repeat('a', 64), repeat('d', 256), now() from users, generate_series(1, 2000)`)
  await query(`
    insert into sessions (user_id, token_hash, address, device, created_at, last_seen_at, expires_at)
    select id, sha256((id || ' ' || n)::text::bytea), repeat('a', 64), repeat('d', 256), now(), now(),
      now() + interval '20 days' from users, generate_series(1, 19) n where is_demo`)
  await query(`
    insert into users (uid, is_demo, email, password_hash, invite_code, invited_by, created_at)
    select 20000000 + n, false, repeat('e', 200) || n || '@example.com', 'x',
      upper(left(translate(md5(n::text), '01', 'GH'), 8)), users.id, now()
    from users, generate_series(1, 2000) n where email is not null`)
  await query(`
    insert into audit_entries (who, action, subject, details, address)
    select repeat('w', 254), 'freeze_lift_confirmed', repeat('s', 254),
      jsonb_build_object('reason', repeat('r', 7000)), repeat('a', 64) from generate_series(1, 2000)`)
  await query(`
    insert into uploads (name, owner_id, bytes, width, height, kept_for, created_at)
    select md5(n || ' of ' || users.id), users.id, 'x', 10, 10, 'identity', now() - interval '3 days'
    from users, generate_series(1, 2) n where uid like '2%'`)
  await query(`
    insert into identity_checks (user_id, name, document_number, document_key, front_upload, reverse_upload,
      submitted_at)
    select id, repeat('n', 200), repeat('1', 100), repeat('1', 100), md5(1 || ' of ' || id), md5(2 || ' of ' || id),
      now() from users where uid like '2%' and email like 'e%'`)
}

/** Makes a stored picture part of an identity check. Operators see no others. */
export async function attachPicture({ query }: TestDatabase, name: string): Promise<void> {
  await query(`update uploads set kept_for = 'identity' where name = '${name}'`)
  await query(`
    insert into uploads (name, owner_id, bytes, width, height, kept_for, created_at)
    select md5(name), owner_id, 'x', 10, 10, 'identity', created_at from uploads where name = '${name}'`)
  await query(`
    insert into identity_checks (user_id, name, document_number, document_key, front_upload, reverse_upload,
      submitted_at)
    select owner_id, 'Ann', '2', '2', name, md5(name), now() from uploads where name = '${name}'`)
}
