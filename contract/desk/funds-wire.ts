// Deposits, withdrawals and pay options as the console receives them. The types describe what the server has.
import type {
  DepositDetailsAnswer,
  DepositQueueAnswer,
  DeskCurrency,
  ReconciliationAnswer,
  WithdrawalDetailsAnswer,
  WithdrawalQueueAnswer,
} from '#contract/desk/funds.ts'
import { formatMicros, formatRate, type Micros, microsDecimals, type Rate } from '#core/money/amounts.ts'
import { formatDecimal } from '#core/money/decimal.ts'

export type ProposalOnWire = DepositDetailsAnswer['proposal']

type FundsRecord = {
  readonly id: number
  readonly userId: number
  readonly uid: string
  readonly kind: 'coin' | 'bank'
  readonly currencyCode: string
  readonly protocol: string
  readonly decimals: number
  readonly createdAt: Date
}

type Deposit = FundsRecord & {
  readonly amount: number
  readonly rate: Rate
  readonly credited: Micros
  readonly state: DepositQueueAnswer['data'][number]['state']
  readonly decidedAt: Date | null
}

export function listedDepositToWire(deposit: Deposit): DepositQueueAnswer['data'][number] {
  const { id, userId, uid, kind, currencyCode, protocol, decimals, decidedAt } = deposit
  return {
    id,
    user: { id: userId, uid },
    kind,
    currency: currencyCode,
    protocol,
    amount: formatDecimal(deposit.amount, decimals),
    rate: formatRate(deposit.rate),
    credit: formatMicros(deposit.credited),
    state: deposit.state,
    created_at: deposit.createdAt.toISOString(),
    decided_at: decidedAt?.toISOString() ?? null,
  }
}

type WholeDeposit = Deposit & {
  readonly address: string
  readonly wireOption: Readonly<{ [field: string]: unknown }> | null
  readonly offSince: Date | null
  readonly isReplaced: boolean
  readonly voucher: string
  readonly remark: string
  readonly decidedBy: string
  readonly failure: string | null
  readonly failedAt: Date | null
  readonly underWayResult: NonNullable<DepositDetailsAnswer['under_way']>['result'] | null
  readonly underWayBy: string | null
  readonly underWayAt: Date | null
  readonly sameVoucher: readonly number[]
  readonly earlierCredited: number
  readonly earlierRejected: number
  readonly earlierTotal: Micros
}

type DepositContext = {
  readonly needsSecond: boolean
  readonly proposal: ProposalOnWire
  /** The message of a refusal, in the language of the request. */
  readonly sayReason: (reason: string) => string
}

export function depositToWire(
  deposit: WholeDeposit,
  { needsSecond, proposal, sayReason }: DepositContext,
): DepositDetailsAnswer {
  return {
    ...listedDepositToWire(deposit),
    paid_to: destinationOf(deposit.address, deposit.wireOption ?? {}),
    paid_to_off:
      deposit.offSince === null
        ? null
        : { since: deposit.offSince.toISOString(), is_replaced: deposit.isReplaced ? 1 : 0 },
    voucher: deposit.voucher,
    remark: deposit.remark,
    decided_by: deposit.decidedBy,
    needs_second: needsSecond ? 1 : 0,
    same_voucher: [...deposit.sameVoucher],
    proposal,
    failure:
      deposit.failure === null || deposit.failedAt === null
        ? null
        : {
            reason: deposit.failure,
            message: sayReason(deposit.failure),
            at: deposit.failedAt.toISOString(),
          },
    under_way: underWay(deposit),
    earlier: {
      credited: deposit.earlierCredited,
      rejected: deposit.earlierRejected,
      total: formatMicros(deposit.earlierTotal),
    },
  }
}

function underWay(deposit: WholeDeposit): DepositDetailsAnswer['under_way'] {
  const { underWayResult: result, underWayBy: by, underWayAt: at } = deposit
  if (result === null || by === null || at === null) return null
  return { result, by, at: at.toISOString() }
}

/** Fields of a bank account in the order of a bank form, with their names on the wire. */
const bankFields = [
  ['bankName', 'bank_name'],
  ['bankBranch', 'bank_branch'],
  ['payeeName', 'payee_name'],
  ['payeeAccount', 'payee_account'],
  ['bankAddress', 'bank_address'],
  ['bankSwift', 'bank_swift'],
  ['bankRemark', 'bank_remark'],
] as const

function destinationOf(
  address: string,
  bank: Readonly<{ [field: string]: unknown }>,
): DepositDetailsAnswer['paid_to'] {
  if (address !== '') return [{ label: 'address', text: address }]
  return bankFields
    .map(([field, label]) => ({ label, text: String(bank[field] ?? '') }))
    .filter(({ text }) => text !== '')
}

type Withdrawal = FundsRecord & {
  readonly amount: Micros
  readonly fee: Micros
  readonly rate: Rate
  readonly payout: number
  readonly state: string
  readonly changedAt: Date
}

export function listedWithdrawalToWire(
  withdrawal: Withdrawal,
  risks: number,
): WithdrawalQueueAnswer['data'][number] {
  const { id, userId, uid, kind, currencyCode, protocol, decimals, state } = withdrawal
  return {
    id,
    user: { id: userId, uid },
    kind,
    currency: currencyCode,
    protocol,
    amount: formatMicros(withdrawal.amount),
    fee: formatMicros(withdrawal.fee),
    payout: formatDecimal(withdrawal.payout, decimals),
    state,
    risks,
    created_at: withdrawal.createdAt.toISOString(),
    changed_at: withdrawal.changedAt.toISOString(),
  }
}

type WholeWithdrawal = Withdrawal & {
  readonly address: string
  readonly memo: string
  readonly note: string
  readonly payment: string
  readonly reviewer: string
  readonly approver: string
  readonly payer: string
  readonly payerId: number | null
  readonly canPayerAct: boolean | null
}

type Account = {
  readonly balance: Micros
  readonly locked: Micros
  readonly equity: Micros
  readonly usedMargin: Micros
}

type WithdrawalContext = {
  readonly operatorId: number
  readonly needsSecond: boolean
  readonly lastDay: { readonly ofUser: Micros; readonly toDestination: Micros; readonly byPayer: Micros }
  readonly isIdentityMissing: boolean
  readonly risks: readonly { readonly kind: string; readonly figure: string }[]
  readonly account: Account
  readonly summary: {
    readonly createdAt: Date
    readonly verifiedName: string
    readonly deposited: Micros
    readonly withdrawn: Micros
    readonly endedOrders: number
    readonly realisedProfit: string
  }
  readonly deposits: readonly {
    readonly id: number
    readonly credited: Micros
    readonly currencyCode: string
    readonly at: Date
  }[]
  readonly trades: readonly {
    readonly id: number
    readonly code: string
    readonly profit: Micros
    readonly endedAt: Date
  }[]
  readonly proposal: ProposalOnWire
}

export function withdrawalToWire(
  withdrawal: WholeWithdrawal,
  context: WithdrawalContext,
): WithdrawalDetailsAnswer {
  const { risks, deposits, trades, proposal } = context
  return {
    ...listedWithdrawalToWire(withdrawal, risks.length),
    pay_to: destinationOf(withdrawal.address, withdrawal),
    rate: formatRate(withdrawal.rate),
    memo: withdrawal.memo,
    notes: withdrawal.note,
    transaction: withdrawal.payment,
    reviewer: withdrawal.reviewer,
    approver: withdrawal.approver,
    payer: withdrawal.payer,
    can_payer_act: withdrawal.canPayerAct === false ? 0 : 1,
    is_own_payment: withdrawal.payerId === context.operatorId ? 1 : 0,
    needs_second: context.needsSecond ? 1 : 0,
    identity_missing: context.isIdentityMissing ? 1 : 0,
    last_day: formatMicros(context.lastDay.ofUser),
    last_day_destination: formatMicros(context.lastDay.toDestination),
    last_day_payer: formatMicros(context.lastDay.byPayer),
    risk_marks: [...risks],
    account: accountToWire(context),
    recent_deposits: deposits.map(({ id, credited, currencyCode, at }) => ({
      id,
      credit: formatMicros(credited),
      currency: currencyCode,
      at: at.toISOString(),
    })),
    recent_trades: trades.map(({ id, code, profit, endedAt }) => ({
      id,
      code,
      profit: formatMicros(profit),
      ended_at: endedAt.toISOString(),
    })),
    proposal,
  }
}

function accountToWire({ account, summary }: WithdrawalContext): WithdrawalDetailsAnswer['account'] {
  return {
    balance: formatMicros(account.balance),
    locked: formatMicros(account.locked),
    equity: formatMicros(account.equity),
    used_margin: formatMicros(account.usedMargin),
    is_verified: summary.verifiedName === '' ? 0 : 1,
    name: summary.verifiedName,
    created_at: summary.createdAt.toISOString(),
    deposited: formatMicros(summary.deposited),
    withdrawn: formatMicros(summary.withdrawn),
    trades: summary.endedOrders,
    realised_profit: formatTotal(summary.realisedProfit),
  }
}

type Currency = {
  readonly id: number
  readonly code: string
  readonly protocol: string
  readonly kind: string
  readonly decimals: number
  readonly isDepositOn: boolean
  readonly depositRate: Rate | null
  readonly leastDeposit: number
  readonly isPayoutOn: boolean
  readonly payoutRate: Rate | null
  readonly feeKind: 'fixed' | 'share'
  readonly feeValue: number
  readonly leastPayout: Micros
  readonly mostPayout: Micros
}

/** A rate that is not set yet is empty. A fixed fee is in US dollars, a share as a fraction. */
export function currencyToWire(
  currency: Currency,
): Omit<DeskCurrency, 'proposal' | 'pay_addresses' | 'wire_options'> {
  const { id, code, protocol, kind, decimals, depositRate, payoutRate, feeKind } = currency
  return {
    id,
    code,
    protocol,
    kind,
    decimals,
    is_deposit_on: currency.isDepositOn ? 1 : 0,
    deposit_rate: depositRate === null ? '' : formatRate(depositRate),
    least_deposit: formatDecimal(currency.leastDeposit, decimals),
    is_payout_on: currency.isPayoutOn ? 1 : 0,
    payout_rate: payoutRate === null ? '' : formatRate(payoutRate),
    fee_type: feeKind === 'fixed' ? 1 : 2,
    fee: formatDecimal(currency.feeValue, feeKind === 'fixed' ? microsDecimals : 9),
    least_payout: formatMicros(currency.leastPayout),
    most_payout: formatMicros(currency.mostPayout),
  }
}

type Sums = {
  readonly kind: string
  readonly ledger: string
  readonly movements: string
  readonly records: string
}

/** Rows with a difference first. The difference is the largest between any two of the three. */
export function reconciliationRows(rows: readonly Sums[]): ReconciliationAnswer['rows'] {
  const compared = rows.map((row) => ({ row, difference: differenceOf(row) }))
  const sorted = compared.toSorted((a, b) => Number(b.difference !== 0n) - Number(a.difference !== 0n))
  return sorted.map(({ row: { kind, ledger, movements, records }, difference }) => ({
    kind,
    ledger: formatTotal(ledger),
    movements: formatTotal(movements),
    records: formatTotal(records),
    difference: formatTotal(String(difference)),
  }))
}

function differenceOf({ ledger, movements, records }: Sums): bigint {
  const sums = [BigInt(ledger), BigInt(movements), BigInt(records)]
  const most = sums.reduce((one, other) => (one > other ? one : other))
  const least = sums.reduce((one, other) => (one < other ? one : other))
  return most - least
}

/** A total in micro-dollars, as text, which may exceed a safe integer. */
function formatTotal(text: string): string {
  const total = BigInt(text)
  const digits = String(total < 0n ? -total : total).padStart(microsDecimals + 1, '0')
  return `${total < 0n ? '-' : ''}${digits.slice(0, -microsDecimals)}.${digits.slice(-microsDecimals)}`
}
