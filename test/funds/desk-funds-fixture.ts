// The whole application with operators of finance, an owner, and users who deposit and withdraw by HTTP.
import assert from 'node:assert/strict'
import { Compile } from 'typebox/compile'
import type { Call } from '#contract/call.ts'
import * as fundsCalls from '#contract/desk/funds.ts'
import type { Rate } from '#core/money/amounts.ts'
import type { OperatorRole } from '#core/user/operator-role.ts'
import {
  type Currency,
  readCurrencies,
  saveCurrency,
  savePayAddress,
  saveWireOption,
} from '#server/funds/funds.ts'
import type { SettingKey } from '#server/settings/settings.ts'
import { inTransaction } from '#server/storage/storage.ts'
import { createAppFixture, type Envelope, owner } from '#test/calls/app-fixture.ts'
import { addOperator, freshTotp, registerUser, signInAgain, signInOwner } from '#test/calls/app-users.ts'
import { eventually } from '#test/eventually.ts'
import { tronAddress, wireFields } from '#test/funds/funds-fixture.ts'
import { ageTies } from '#test/operators/two-people.ts'
import { fileForm, multipartType } from '#test/uploads/multipart.ts'
import { photo } from '#test/uploads/pictures.ts'

export type DeskFundsFixture = Awaited<ReturnType<typeof createDeskFundsFixture>>

/** Tokens change: the console ends idle sessions. */
export type DeskPerson = {
  readonly email: string
  readonly role: OperatorRole
  token: string
  readonly totpSecret: string
}

export type FundsUser = {
  readonly id: number
  readonly uid: string
  readonly email: string
  readonly token: string
}

const hourMs = 3_600_000

const answerOf = new Map(
  Object.values(fundsCalls as Readonly<Record<string, Call>>).map(({ path, answer }) => [
    path,
    Compile(answer),
  ]),
)

type Settings = Readonly<Partial<Record<SettingKey, string>>>

/** Users withdraw at once: no identity check, no code, no wait for a new payout method. From 300 dollars on, two operators. */
export const quickWithdrawals: Settings = {
  withdraw_needs_identity: '0',
  withdraw_needs_code: '0',
  payout_method_wait_hours: '0',
  withdraw_second_operator_from: '300',
}

export async function createDeskFundsFixture(settings: Settings = {}) {
  const app = await createAppFixture()
  const { pool } = app.database
  const first: DeskPerson = { ...owner, role: 'owner', token: await signInOwner(app) }
  const people: DeskPerson[] = [first]
  async function person(role: OperatorRole, email = `${role}@example.com`): Promise<DeskPerson> {
    first.token = await signInAgain(app, first)
    const added = { ...(await addOperator(app, first.token, role, email)) }
    people.push(added)
    return added
  }
  /** From now on any two of the operators count as two people. */
  const separate = () => ageTies(app.database.query)
  const ann = await person('finance', 'ann@desk.example')
  const ben = await person('finance', 'ben@desk.example')
  await separate()

  async function currencyOf(code: string, protocol = ''): Promise<Currency> {
    const found = (await readCurrencies(pool)).find((one) => one.code === code && one.protocol === protocol)
    assert.ok(found, code)
    return found
  }
  const tether = await currencyOf('USDT', 'TRC20')
  const euro = await currencyOf('EUR')
  const terms = { isDepositOn: true, isPayoutOn: true, mostPayout: tether.mostPayout }
  const { chargeId, wireId } = await inTransaction(pool, async (client) => {
    const [half, double] = [500_000_000 as Rate, 2_000_000_000 as Rate]
    for (const [currency, more] of [
      [tether, { depositRate: half, payoutRate: double, feeValue: 1_000_000 }],
      [euro, { depositRate: double, payoutRate: half }],
    ] as const)
      assert.equal((await saveCurrency(client, { ...currency, ...terms, ...more })).kind, 'changed')
    const saved = await savePayAddress(client, { currencyId: tether.id, address: tronAddress, isOn: true })
    const wire = await saveWireOption(client, { ...wireFields, currencyId: euro.id, isOn: true })
    assert.ok(saved.kind === 'changed' && wire.kind === 'changed')
    return { chargeId: saved.after.id, wireId: wire.after.id }
  })

  let users = 0
  async function user(): Promise<FundsUser> {
    users += 1
    const email = `user${users}@example.com`
    const { token, user } = await registerUser(app, email)
    const { rows } = await app.database.query<{ uid: string }>('select uid from users where id = $1', [
      user.id,
    ])
    return { id: user.id, uid: String(rows[0]?.uid), email, token }
  }

  let pictures = 0
  /** Each picture is different, unless a seed is given. */
  async function upload(token: string, seed?: number): Promise<string> {
    pictures += 1
    const payload = fileForm(await photo(undefined, seed ?? 1000 + pictures))
    const headers = { 'content-type': multipartType }
    const url = '/api/common/image_upload'
    const answer = await app.call({ method: 'POST', url, token, headers, payload })
    assert.equal(answer.code, 1, answer.msg)
    return answer.data.url
  }

  /** Reports a deposit of tethers at half a dollar each, and returns its id. */
  async function report({ token }: FundsUser, number: string, proofImg?: string): Promise<number> {
    const proof = proofImg ?? (await upload(token))
    const sent = { number, proofImg: proof, address: tronAddress, charge_id: String(chargeId) }
    const answer = await app.call({
      url: `/api/quickCharge/submit?${new URLSearchParams(sent)}`,
      token,
    })
    assert.equal(answer.code, 1, answer.msg)
    return answer.data.id
  }

  /** Successful answers must have the documented shape. */
  async function desk({ token }: DeskPerson, path: string, body?: object): Promise<Envelope> {
    const url = `/desk/api/${path}`
    const answer = await app.call({ url, token, ...(body === undefined ? {} : { body }) })
    const shape = answerOf.get(url.replace(/\?.*/, ''))
    if (answer.code === 1 && shape !== undefined)
      assert.ok(shape.Check(answer.data), JSON.stringify([...shape.Errors(answer.data)]))
    return answer
  }
  const decide = (by: DeskPerson, id: number, result: string, remark?: string) =>
    desk(by, 'funds/deposit_decide', { id, result, ...(remark === undefined ? {} : { remark }) })
  /** With a fresh code where one may be needed. */
  const step = (by: DeskPerson, id: number, to: string, more: object = {}) => {
    const code = to === 'approved' || to === 'paying' ? { totp: freshTotp(app, by.totpSecret) } : {}
    return desk(by, 'funds/withdrawal_step', { id, to, ...code, ...more })
  }
  const approve = (by: DeskPerson, id: number) =>
    desk(by, 'proposals/approve', { id, totp: freshTotp(app, by.totpSecret) })

  async function set(key: SettingKey, value: string): Promise<void> {
    const changed = await app.settings.change(key, value, 'cli:test')
    assert.equal(changed.kind, 'changed', JSON.stringify(changed))
  }
  for (const [key, value] of Object.entries(settings)) await set(key as SettingKey, value)

  async function codeFor({ email, token }: FundsUser, type: 2 | 3 | 4): Promise<string> {
    const codes = async () => (await app.messagesTo(email)).filter(({ code }) => Boolean(code))
    const before = (await codes()).length
    app.advance(61_000)
    const sent = await app.call({
      url: '/api/notify/send_email',
      token,
      form: { type: String(type), to: email },
    })
    assert.equal(sent.code, 1, sent.msg)
    await eventually(async () => (await codes()).length > before)
    return (await codes()).at(-1)?.code ?? ''
  }

  /** Advances the clock, and opens new sessions at the console. */
  async function wait(hours: number): Promise<void> {
    app.advance(hours * hourMs)
    for (const one of people) one.token = await signInAgain(app, one)
  }

  async function bind(by: FundsUser, form: Readonly<Record<string, string>>): Promise<number> {
    const auth_code = await codeFor(by, 3)
    const url = '/api/wallet/bind_draw_method'
    const bound = await app.call({ url, token: by.token, form: { ...form, auth_code } })
    assert.equal(bound.code, 1, bound.msg)
    return bound.data.id
  }

  const bindAddress = (by: FundsUser, dc_address: string) =>
    bind(by, { type: '1', draw_id: String(tether.id), dc_address })

  /** Requests a withdrawal to a payout method of tethers, and returns the answer. */
  async function draw(by: FundsUser, methodId: number, number: string, currencyId = tether.id) {
    const auth_code = await codeFor(by, 4)
    const form = {
      draw_currency_id: String(currencyId),
      number,
      draw_method_id: String(methodId),
      auth_code,
    }
    return await app.call({ url: '/api/account/draw', token: by.token, form })
  }

  async function drawn(by: FundsUser, methodId: number, number: string): Promise<number> {
    const answer = await draw(by, methodId, number)
    assert.equal(answer.code, 1, answer.msg)
    return answer.data.id
  }

  async function balance({ token }: FundsUser): Promise<readonly [balance: string, locked: string]> {
    const { data } = await app.call({ url: '/v1/api/main/account/forexDetail', token })
    return [data.balance, data.lock_balance]
  }

  /** Credits this many dollars by a deposit that an operator finishes. */
  async function fund(by: FundsUser, dollars: number): Promise<void> {
    const answer = await decide(ann, await report(by, String(dollars * 2)), 'credited')
    assert.equal(answer.data.state, 'credited', JSON.stringify(answer))
  }

  async function audited(
    subject: string,
  ): Promise<readonly { action: string; who: string; details: object }[]> {
    const { rows } = await app.database.query<{ action: string; who: string; details: object }>(
      'select action, who, details from audit_entries where subject = $1 order by id',
      [subject],
    )
    return rows
  }

  return {
    ...{
      app,
      pool,
      owner: first,
      ann,
      ben,
      person,
      separate,
      tether,
      euro,
      chargeId,
      wireId,
      currencyOf,
      user,
      upload,
    },
    ...{ report, desk, decide, step, approve, set, codeFor, wait, bind, bindAddress, draw, drawn, balance },
    ...{ fund, audited },
    stop: app.stop,
  }
}
