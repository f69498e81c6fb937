// Real users with payout methods, two operators of finance, and ways to pay, all set up through the calls of the product.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { Client } from 'pg'
import { sendEmail } from '#contract/calls/credentials.ts'
import {
  bindDrawMethod,
  type ChargeMethod,
  type ChargeRecord,
  chargeInfo,
  chargeSubmit,
  type PayoutMethodAnswer,
  type WireOption,
  wireInfo,
} from '#contract/calls/funds.ts'
import { type ImageUploadAnswer, imageUpload } from '#contract/calls/identity.ts'
import { register, type SessionAnswer } from '#contract/calls/session.ts'
import { approveProposal } from '#contract/desk/approvals.ts'
import {
  changeCurrency,
  changePayAddress,
  changeWireOption,
  type DeskCurrency,
  depositDecide,
  deskCurrencies,
  type FundsChangeAnswer,
} from '#contract/desk/funds.ts'
import { type CreateOperatorAnswer, createOperator } from '#contract/desk/operators.ts'
import { type DeskEnrolAnswer, type DeskSignInAnswer, deskEnrol, deskSignIn } from '#contract/desk/session.ts'
import { type DeskSettingsAnswer, deskSettings } from '#contract/desk/settings.ts'
import { isSettingKey, type SettingKey } from '#server/settings/settings.ts'
import type { CallClient } from '#test/crash/load/call-client.ts'
import type { FundsLog, FundsRecord } from '#test/crash/load/funds-log.ts'
import type { Machine } from '#test/crash/machines/machine.ts'
import { deskOwner } from '#test/crash/machines/priced-server.ts'
import { eventually } from '#test/eventually.ts'
import { ageTies, storeSettings } from '#test/operators/two-people.ts'
import { createSeededRandom, type SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'
import { photo } from '#test/uploads/pictures.ts'

export type RealUser = {
  readonly userId: number
  readonly uid: string
  readonly email: string
  readonly token: string
  readonly random: SeededRandom
  /** Ids of payout methods. */
  readonly methods: number[]
}

export type Desk = {
  readonly operatorId: number
  readonly token: string
  readonly secret: string
  readonly random: SeededRandom
}

export type RealAccounts = {
  readonly users: readonly RealUser[]
  readonly desks: readonly [Desk, Desk]
  /** Currency of coins that are paid in and out. */
  readonly coinId: number
  readonly coin: ChargeMethod
  readonly wire: WireOption
  readonly vouchers: readonly Uint8Array[]
  /** An authenticator code that was not used before. Undefined if the database is gone. */
  readonly freshTotp: (desk: Pick<Desk, 'operatorId' | 'secret'>) => Promise<string | undefined>
  /** A new code of this purpose from the outbox. Undefined if the server is gone. */
  readonly codeFor: (address: string, user: RealUser, type: 3 | 4) => Promise<string | undefined>
  readonly setCodesNeeded: (isNeeded: boolean) => Promise<void>
}

export type RealAccountsParts = {
  readonly machine: Pick<Machine, 'address' | 'ownerConfig' | 'dataDir'>
  readonly client: CallClient
  readonly log: FundsLog
  readonly seed: number
}

const userCount = 2
const voucherCount = 3
const password = 'correct horse 7'
/** Below the limit from which a second operator approves. */
const firstDeposit = '9000'

/** Not the defaults: identity checks are not part of the load, and methods are used at once. */
const settings = {
  withdraw_needs_identity: '0',
  withdraw_needs_code: '0',
  payout_method_wait_hours: '0',
  withdraw_second_operator_from: '2000',
}

export async function openRealAccounts(parts: RealAccountsParts): Promise<RealAccounts> {
  const { machine, client, log, seed } = parts
  async function done<Data>(path: string, token?: string, input?: Record<string, string>): Promise<Data> {
    const sent = {
      path,
      ...(input === undefined ? {} : { input }),
      ...(token === undefined ? {} : { token }),
    }
    const answer = await client.call(machine.address(), sent)
    if (answer?.code !== 1) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer.data as Data
  }

  /** Statements that spare the load a wait: for the next code, or the next step of an authenticator. */
  async function query(text: string, values: readonly unknown[]): Promise<boolean> {
    try {
      const database = new Client(await machine.ownerConfig())
      // A killed database ends the connection.
      database.on('error', () => undefined)
      await database.connect()
      await database.query(text, [...values]).finally(() => database.end())
      return true
    } catch {
      return false
    }
  }

  async function freshTotp({ operatorId, secret }: Pick<Desk, 'operatorId' | 'secret'>) {
    // A crash leaves its confirmation counted as a failure, and five of them lock the operator out.
    const isReset = await query(
      `with forgotten as (delete from operator_failures)
       update operators set totp_last_step = null where id = $1`,
      [operatorId],
    )
    if (!isReset) return undefined
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  }

  async function codeFor(address: string, to: { email: string; token?: string }, type: 1 | 3 | 4) {
    const { email, token } = to
    if (!(await query('delete from code_requests', []))) return undefined
    // A server that takes over has another directory.
    const dataDir = machine.dataDir()
    const before = codesTo(dataDir, email).length
    const input = { to: email, type: String(type) }
    const sent = await client.call(address, {
      path: sendEmail.path,
      input,
      ...(token === undefined ? {} : { token }),
    })
    if (sent?.code !== 1) return undefined
    let isGone = false
    await eventually(async () => {
      if (codesTo(dataDir, email).length > before) return true
      isGone = (await client.call(address, { path: '/healthz' })) === undefined
      return isGone
    }, `a code for ${email}`)
    return isGone ? undefined : codesTo(dataDir, email).at(-1)
  }

  async function openUser(at: number): Promise<RealUser> {
    const email = `real-${seed}-${at}@example.com`
    const sms_code = (await codeFor(machine.address(), { email }, 1)) ?? ''
    const form = { type: '1', account: email, password, re_password: password, sms_code }
    const { token, user } = await done<SessionAnswer>(register.path, undefined, form)
    const random = createSeededRandom(seed * 37 + at)
    return { userId: user.id, uid: user.uid, email, token, random, methods: [] }
  }

  async function openDesk(ownerToken: string, ownerId: number, at: number): Promise<Desk> {
    const email = `finance-${at}@example.com`
    const totp = (await freshTotp({ operatorId: ownerId, secret: deskOwner.totpSecret })) ?? ''
    const created = await done<CreateOperatorAnswer>(createOperator.path, ownerToken, {
      email,
      role: 'finance',
      totp,
    })
    const begun = await done<DeskSignInAnswer>(deskSignIn.path, undefined, {
      email,
      password: created.password,
    })
    const { ticket = '', secret = '' } = begun.enrolment ?? {}
    const enrolled = await done<DeskEnrolAnswer>(deskEnrol.path, undefined, {
      ticket,
      totp: new TOTP({ secret: Secret.fromBase32(secret) }).generate(),
      new_password: `${email} has one 7`,
    })
    const random = createSeededRandom(seed * 41 + at)
    return { operatorId: created.operator.id, token: enrolled.token, secret, random }
  }

  const signedIn = await done<DeskSignInAnswer>(deskSignIn.path, undefined, {
    email: deskOwner.email,
    password: deskOwner.password,
    totp: new TOTP({ secret: Secret.fromBase32(deskOwner.totpSecret) }).generate(),
  })
  const ownerToken = signedIn.token ?? ''
  const ownerId = signedIn.operator?.id ?? 0
  async function set(values: Readonly<Partial<Record<SettingKey, string>>>): Promise<void> {
    await storeSettings(await machine.ownerConfig(), values)
    await eventually(
      async () => {
        const read = await done<DeskSettingsAnswer>(deskSettings.path, ownerToken)
        return read.every(({ key, value }) => !isSettingKey(key) || value === (values[key] ?? value))
      },
      `the settings ${JSON.stringify(values)}`,
    )
  }
  await set(settings)
  const desks = [await openDesk(ownerToken, ownerId, 0), await openDesk(ownerToken, ownerId, 1)] as const
  await ageTies((sql) => query(sql, []))

  /** One operator changes a pay option, and the other approves. */
  async function changeWithTwo(path: string, input: Record<string, string>): Promise<void> {
    const changed = await done<FundsChangeAnswer>(path, desks[0].token, input)
    if (changed.proposal_id === null) throw new Error(`${path} needed no second operator`)
    const totp = (await freshTotp(desks[1])) ?? ''
    await done(approveProposal.path, desks[1].token, { id: String(changed.proposal_id), totp })
  }
  const currencies = await done<readonly DeskCurrency[]>(deskCurrencies.path, desks[0].token)
  const idOf = (wanted: string) =>
    String(currencies.find(({ code, protocol }) => `${code} ${protocol}`.trim() === wanted)?.id)
  const coinId = idOf('USDT ERC20')
  const fiatId = idOf('EUR')
  const payout = { is_payout_on: '1', payout_rate: '0.999', fee_type: '1', fee: '1.5', least_payout: '5' }
  await changeWithTwo(changeCurrency.path, {
    id: coinId,
    is_deposit_on: '1',
    deposit_rate: '1.001',
    ...payout,
  })
  await changeWithTwo(changeCurrency.path, { id: fiatId, is_deposit_on: '1', deposit_rate: '1.083' })
  const address = `0x${'ab'.repeat(20)}`
  await changeWithTwo(changePayAddress.path, { currency_id: coinId, address, is_on: '1' })
  const bank = { bank_name: 'A bank', payee_name: 'Openlot', payee_account: 'DE89370400440532013000' }
  const empty = { bank_address: '', bank_swift: '', bank_remark: '' }
  await changeWithTwo(changeWireOption.path, { currency_id: fiatId, ...bank, ...empty, is_on: '1' })

  const users = await Promise.all(Array.from({ length: userCount }, (_, at) => openUser(at)))
  const token = users[0]?.token ?? ''
  const [coin] = await done<readonly ChargeMethod[]>(chargeInfo.path, token)
  const [wire] = await done<readonly WireOption[]>(`${wireInfo.path}?bank_coin=EUR`, token)
  if (coin === undefined || wire === undefined) throw new Error('there is no way to pay')
  const vouchers = await Promise.all(
    Array.from({ length: voucherCount }, (_, at) => photo({ width: 64, height: 64 }, at + 1)),
  )

  async function logged<Data>(record: FundsRecord): Promise<Data> {
    const answer = await log.send(machine.address(), record)
    if (answer?.code !== 1) throw new Error(`${record.path}: ${JSON.stringify(answer)}`)
    return answer.data as Data
  }
  for (const user of users) {
    const { token, userId: by } = user
    const code = (await codeFor(machine.address(), user, 3)) ?? ''
    const method = bindInput(coinId, user.random, code)
    const bound = log.open({ kind: 'bind', by, path: bindDrawMethod.path, input: method, token })
    user.methods.push((await logged<PayoutMethodAnswer>(bound)).id)
    const uploaded = await client.call(machine.address(), {
      path: imageUpload.path,
      file: vouchers[0] ?? new Uint8Array(),
      token,
    })
    if (uploaded?.code !== 1) throw new Error(JSON.stringify(uploaded))
    const proofImg = (uploaded.data as ImageUploadAnswer).url
    const input = { number: firstDeposit, proofImg, address: coin.address, charge_id: String(coin.id) }
    const deposit = log.open({ kind: 'deposit', by, path: chargeSubmit.path, input, token })
    const { id } = await logged<ChargeRecord>(deposit)
    const decision = { id: String(id), result: 'credited' }
    const [desk] = desks
    await logged(
      log.open({
        kind: 'decide',
        by: desk.operatorId,
        path: depositDecide.path,
        input: decision,
        token: desk.token,
      }),
    )
  }
  return {
    users,
    desks,
    coinId: Number(coinId),
    coin,
    wire,
    vouchers,
    freshTotp,
    codeFor,
    setCodesNeeded: (isNeeded) => set({ withdraw_needs_code: isNeeded ? '1' : '0' }),
  }
}

/** A new coin address, with the code that adding it needs. */
export function bindInput(coinId: string, random: SeededRandom, code: string): Record<string, string> {
  const digits = Array.from({ length: 40 }, () => random.below(16).toString(16)).join('')
  return { type: '1', draw_id: coinId, dc_address: `0x${digits}`, auth_code: code }
}

/** Codes in the outbox for this recipient, oldest first. */
function codesTo(dataDir: string, to: string): readonly string[] {
  const dir = join(dataDir, 'outbox')
  const names = existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.json')) : []
  return names
    .sort()
    .map((name) => JSON.parse(readFileSync(join(dir, name), 'utf8')) as { to: string; code: string })
    .filter((message) => message.to === to && message.code !== '')
    .map(({ code }) => code)
}
