// Random acts about money: users deposit, withdraw, cancel and add payout methods, operators decide and pay.
import {
  bindDrawMethod,
  type ChargeRecord,
  chargeSubmit,
  type DrawRecord,
  draw,
  drawCancel,
  type PayoutMethodAnswer,
  wireSubmit,
} from '#contract/calls/funds.ts'
import { type ImageUploadAnswer, imageUpload } from '#contract/calls/identity.ts'
import {
  approveProposal,
  type DeskProposalsAnswer,
  deskProposals,
  rejectProposal,
} from '#contract/desk/approvals.ts'
import {
  type DepositQueueAnswer,
  depositDecide,
  depositQueue,
  proposeAdjustment,
  type WithdrawalQueueAnswer,
  withdrawalQueue,
  withdrawalStep,
} from '#contract/desk/funds.ts'
import { formatDecimal } from '#core/money/decimal.ts'
import type { Answer, CallClient } from '#test/crash/load/call-client.ts'
import type { FundsKind, FundsLog } from '#test/crash/load/funds-log.ts'
import { bindInput, type Desk, type RealAccounts, type RealUser } from '#test/crash/load/real-accounts.ts'
import type { SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

export type FundsHandsParts = {
  readonly client: CallClient
  readonly log: FundsLog
  readonly accounts: RealAccounts
  /** Whether withdrawals need a code now. */
  readonly needsCode: boolean
}

type Act = (address: string) => Promise<boolean>

const dropped = 0.1
/** Share of decisions that both operators make at once. */
const together = 0.35
const maxKnown = 40

/** Two acts at a time for each user and each operator. */
export function createFundsHands(parts: FundsHandsParts): readonly Act[] {
  const { users, desks } = parts.accounts
  const [first, second] = desks
  return [
    ...users.flatMap((user) => {
      const act = userActs(parts, user)
      return [act, act]
    }),
    ...[deskActs(parts, first, second), deskActs(parts, second, first)].flatMap((act) => [act, act]),
  ]
}

/** US dollars with all six decimals, so that hardly two amounts are equal. */
function amount(random: SeededRandom, least: number, most: number): string {
  return formatDecimal(random.between(least * 1_000_000, most * 1_000_000), 6)
}

function userActs({ client, log, accounts, needsCode }: FundsHandsParts, user: RealUser): Act {
  const { random, token, userId, methods } = user
  const known: number[] = []

  async function send<Data>(
    address: string,
    kind: FundsKind,
    path: string,
    input: Record<string, string>,
    use: (data: Data) => void = () => undefined,
  ): Promise<boolean> {
    const record = log.open({ kind, by: userId, path, input, token })
    const isAnswerLost = random.chance(dropped)
    const again = random.chance(dropped) ? [log.send(address, record)] : []
    const answers = await Promise.all([log.send(address, record, isAnswerLost), ...again])
    for (const answer of answers) if (answer?.code === 1) use(answer.data as Data)
    return isAnswerLost || answers[0] !== undefined
  }

  async function deposit(address: string): Promise<boolean> {
    const file = random.pick(accounts.vouchers)
    const uploaded = await client.call(address, { path: imageUpload.path, file, token })
    if (uploaded?.code !== 1) return uploaded !== undefined
    const proofImg = (uploaded.data as ImageUploadAnswer).url
    const isLarge = random.chance(0.08)
    if (random.chance(0.3)) {
      const number = formatDecimal(random.between(2_000, isLarge ? 2_000_000 : 80_000), 2)
      const input = { number, proofImg, wire_id: String(accounts.wire.id) }
      return await send<ChargeRecord>(address, 'deposit', wireSubmit.path, input)
    }
    const { id, address: to } = accounts.coin
    const number = isLarge ? amount(random, 10_000, 12_000) : amount(random, 20, 800)
    const input = { number, proofImg, address: to, charge_id: String(id) }
    return await send<ChargeRecord>(address, 'deposit', chargeSubmit.path, input)
  }

  async function withdraw(address: string): Promise<boolean> {
    const code = needsCode ? await accounts.codeFor(address, user, 4) : ''
    if (code === undefined) return false
    const input = {
      draw_currency_id: String(accounts.coinId),
      draw_method_id: String(random.pick(methods)),
      number: random.chance(0.15) ? amount(random, 3_000, 20_000) : amount(random, 6, 300),
      ...(needsCode ? { auth_code: code } : {}),
    }
    return await send<DrawRecord>(address, 'withdraw', draw.path, input, ({ id }) => {
      known.push(id)
      if (known.length > maxKnown) known.shift()
    })
  }

  async function bind(address: string): Promise<boolean> {
    const code = await accounts.codeFor(address, user, 3)
    if (code === undefined) return false
    const input = bindInput(String(accounts.coinId), random, code)
    return await send<PayoutMethodAnswer>(address, 'bind', bindDrawMethod.path, input, ({ id }) =>
      methods.push(id),
    )
  }

  return async (address) => {
    const choice = random.weighted([
      [5, 'deposit'],
      [7, 'withdraw'],
      [3, 'cancel'],
      [0.4, 'bind'],
    ] as const)
    if (choice === 'deposit') return await deposit(address)
    if (choice === 'bind') return await bind(address)
    if (choice === 'withdraw' || known.length === 0) return await withdraw(address)
    return await send(address, 'cancel', drawCancel.path, { id: String(random.pick(known)) })
  }
}

function deskActs({ client, log, accounts }: FundsHandsParts, desk: Desk, other: Desk): Act {
  const { random, operatorId } = desk

  async function send(
    address: string,
    by: Desk,
    kind: FundsKind,
    path: string,
    input: Record<string, string>,
  ): Promise<boolean> {
    const record = log.open({ kind, by: by.operatorId, path, input, token: by.token })
    const isAnswerLost = random.chance(dropped)
    const answer = await log.send(address, record, isAnswerLost)
    return isAnswerLost || answer !== undefined
  }

  /** Reads a list. Undefined if the server does not answer. */
  async function read<Data>(address: string, path: string): Promise<Data | 'gone' | undefined> {
    const answer: Answer | undefined = await client.call(address, { path, token: desk.token })
    if (answer === undefined) return 'gone'
    return answer.code === 1 ? (answer.data as Data) : undefined
  }

  async function decideDeposit(address: string): Promise<boolean> {
    const list = await read<DepositQueueAnswer>(address, depositQueue.path)
    if (list === 'gone') return false
    if (list === undefined || list.data.length === 0) return true
    const id = String(random.pick(list.data).id)
    const by = random.chance(together) ? [desk, other] : [desk]
    const answered = await Promise.all(
      by.map((one) => send(address, one, 'decide', depositDecide.path, { id, ...decision(random) })),
    )
    return answered.every(Boolean)
  }

  async function takeStep(address: string): Promise<boolean> {
    const list = await read<WithdrawalQueueAnswer>(address, withdrawalQueue.path)
    if (list === 'gone') return false
    if (list === undefined || list.data.length === 0) return true
    // Mostly one that is in review already, so that some are paid.
    const begun = list.data.filter(({ state }) => state !== 'requested' && state !== 'locked')
    const { id, state } = random.pick(begun.length > 0 && random.chance(0.7) ? begun : list.data)
    const by = random.chance(together) ? [desk, other] : [desk]
    const answered = await Promise.all(
      by.map((one) => takeStepAs(address, one, { id: String(id), ...step(random, state) })),
    )
    return answered.every(Boolean)
  }

  /** With a code where one may be needed. */
  async function takeStepAs(address: string, by: Desk, input: Record<string, string>): Promise<boolean> {
    const needsCode = input['to'] === 'approved' || input['to'] === 'paying'
    const totp = needsCode ? await accounts.freshTotp(by) : ''
    if (totp === undefined) return false
    return await send(address, by, 'step', withdrawalStep.path, needsCode ? { ...input, totp } : input)
  }

  async function adjust(address: string): Promise<boolean> {
    const totp = await accounts.freshTotp(desk)
    if (totp === undefined) return false
    const { uid } = random.pick(accounts.users)
    const sign = random.chance(0.5) ? '-' : ''
    const input = { uid, amount: `${sign}${amount(random, 1, 90)}`, memo: text(random, 'memo'), totp }
    return await send(address, desk, 'propose', proposeAdjustment.path, input)
  }

  /** Approves or rejects what the other proposed. */
  async function decideProposal(address: string): Promise<boolean> {
    const list = await read<DeskProposalsAnswer>(address, deskProposals.path)
    if (list === 'gone') return false
    const open = list?.data.filter((proposal) => proposal.is_own === 0 && proposal.state === 'open') ?? []
    if (open.length === 0) return await adjust(address)
    const id = String(random.pick(open).id)
    if (random.chance(0.15))
      return await send(address, desk, 'reject', rejectProposal.path, { id, remark: text(random, 'no') })
    const totp = await accounts.freshTotp(desk)
    if (totp === undefined) return false
    return await send(address, desk, 'approve', approveProposal.path, { id, totp })
  }

  if (operatorId === other.operatorId) throw new Error('two desks of one operator')
  return async (address) => {
    const choice = random.weighted([
      [5, 'deposit'],
      [8, 'withdrawal'],
      [5, 'proposal'],
    ] as const)
    if (choice === 'deposit') return await decideDeposit(address)
    return choice === 'withdrawal' ? await takeStep(address) : await decideProposal(address)
  }
}

/** Different for each act, so that a check can tell which of two acts was done. */
function text(random: SeededRandom, word: string): string {
  return `${word} ${random.below(2 ** 31)}`
}

function decision(random: SeededRandom): Record<string, string> {
  const result = random.weighted([
    [7, 'credited'],
    [2, 'rejected'],
    [1, 'invalid'],
  ] as const)
  return result === 'rejected' ? { result, remark: text(random, 'rejected') } : { result }
}

const nextSteps: Readonly<Record<string, readonly (readonly [number, string])[]>> = {
  requested: [[1, 'reviewing']],
  locked: [
    [8, 'reviewing'],
    [1, 'returned'],
  ],
  reviewing: [
    [4, 'approved'],
    [4, 'paying'],
    [1, 'returned'],
  ],
  approved: [
    [8, 'paying'],
    [1, 'returned'],
  ],
  paying: [
    [6, 'sent'],
    [1.5, 'returned'],
  ],
}

function step(random: SeededRandom, state: string): Record<string, string> {
  const to = random.weighted(nextSteps[state] ?? [[1, 'reviewing']])
  if (to === 'returned') return { to, note: text(random, 'returned') }
  return to === 'sent' ? { to, transaction: text(random, 'tx') } : { to }
}
