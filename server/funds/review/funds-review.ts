// Funds as operators work on them: queues, details, decisions, pay options and reconciliation. Reads of one record are
// audited before they are answered.
import type { Refusal } from '#contract/outcome.ts'
import type { Micros } from '#core/money/amounts.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { readCurrencies, readPayAddresses, readWireOptions } from '#server/funds/currencies-store.ts'
import type { Currency, PayAddress, WireOption } from '#server/funds/funds-types.ts'
import {
  type AdjustmentPayload,
  type CheckedAdjustment,
  checkAdjustment,
  proposeAdjustment,
  type TypedAdjustment,
} from '#server/funds/review/adjustments.ts'
import { createDecisionSweep } from '#server/funds/review/decision-sweep.ts'
import {
  countReviewedDeposits,
  type DepositDetails,
  type DepositState,
  deleteDecided,
  findDepositOfVoucher,
  listReviewedDeposits,
  type ReviewedDeposit,
  readOldestWaitingDeposit,
  readReviewedDeposit,
} from '#server/funds/review/deposit-review-store.ts'
import {
  changeOption,
  type OptionChange,
  type OptionChanged,
  type OptionKind,
} from '#server/funds/review/pay-options.ts'
import { type CheckedReconciliation, createReconcile } from '#server/funds/review/reconcile.ts'
import {
  type DepositDecided,
  type DepositDecision,
  decideDeposit,
  depositCreditKind,
  needsSecondForDeposit,
} from '#server/funds/review/review-deposits.ts'
import type { Denied, FundsReviewer, OpenProposal } from '#server/funds/review/review-types.ts'
import {
  type StepRequest,
  type StepTaken,
  takeStep,
  type WithdrawalReviewParts,
  withdrawalReturnKind,
} from '#server/funds/review/review-withdrawals.ts'
import { type RiskMark, riskMarks } from '#server/funds/review/risk-marks.ts'
import { type SecondOperatorRule, secondOperatorRule } from '#server/funds/review/withdrawal-limit.ts'
import {
  type AccountSummary,
  countReviewedWithdrawals,
  listReviewedWithdrawals,
  type RecentDeposit,
  type RecentTrade,
  type ReviewedWithdrawal,
  readAccountSummary,
  readFacts,
  readOldestWaitingWithdrawal,
  readRecentDeposits,
  readRecentTrades,
  readReviewedWithdrawal,
  type WithdrawalDetails,
  type WithdrawalFilter,
} from '#server/funds/review/withdrawal-review-store.ts'
import { deleteInBatches } from '#server/platform/delete-in-batches.ts'
import type { Uploads } from '#server/uploads/uploads.ts'

export type ReviewParts = Omit<WithdrawalReviewParts, 'secondOperatorFrom'> & {
  readonly uploads: Pick<Uploads, 'readForOperator'>
  readonly limits: {
    readonly depositSecondFrom: () => Micros
    readonly withdrawalSecondFrom: () => Micros
  }
}

export type Queue<Item> = {
  readonly data: readonly Item[]
  readonly total: number
  /** Number of waiting ones, whatever state is listed. */
  readonly waiting: number
}

/** What is left to do after a decision. */
export type Remaining = { readonly next: number | undefined; readonly waiting: number }

export type ReviewedDepositView = {
  readonly deposit: DepositDetails
  readonly needsSecond: boolean
  readonly proposal: OpenProposal | undefined
}

export type ReviewedWithdrawalView = {
  readonly withdrawal: WithdrawalDetails
  /** Whether this operator may pay it only after an approval, and with a code. */
  readonly needsSecond: boolean
  readonly lastDay: SecondOperatorRule['sums']
  readonly isIdentityMissing: boolean
  readonly risks: readonly RiskMark[]
  readonly summary: AccountSummary
  readonly deposits: readonly RecentDeposit[]
  readonly trades: readonly RecentTrade[]
  readonly proposal: OpenProposal | undefined
}

type Viewed = FundsReviewer & { readonly id: number }

export type PayOptions = {
  readonly currencies: readonly Currency[]
  readonly addresses: readonly PayAddress[]
  readonly wires: readonly WireOption[]
  /** Open proposals by subject, such as `pay_address:3`. */
  readonly proposals: ReadonlyMap<string, OpenProposal>
}

export type FundsReview = {
  readonly deposits: (state: DepositState, page: number) => Promise<Queue<ReviewedDeposit>>
  /** Audited. Undefined if it does not exist. */
  readonly deposit: (viewed: Viewed) => Promise<ReviewedDepositView | undefined>
  readonly decideDeposit: (decision: DepositDecision) => Promise<DepositDecided | Refusal>
  readonly remainingDeposits: () => Promise<Remaining>
  readonly withdrawals: (
    filter: WithdrawalFilter,
    page: number,
  ) => Promise<Queue<ReviewedWithdrawal & { readonly risks: number }>>
  /** Audited. Undefined if it does not exist. */
  readonly withdrawal: (viewed: Viewed) => Promise<ReviewedWithdrawalView | undefined>
  readonly takeStep: (request: StepRequest) => Promise<StepTaken | Denied>
  readonly remainingWithdrawals: () => Promise<Remaining>
  /** Also whether an adjustment of the user is already proposed. */
  readonly checkAdjustment: (typed: TypedAdjustment) => Promise<CheckedAdjustment | Refusal>
  readonly proposeAdjustment: (
    checked: FundsReviewer & { readonly payload: AdjustmentPayload },
  ) => Promise<{ readonly kind: 'proposed'; readonly id: number } | Refusal>
  readonly changeOption: <Kind extends OptionKind>(
    change: OptionChange<Kind>,
  ) => Promise<OptionChanged | Refusal>
  /** Records that wait for an operator. */
  readonly waitingCounts: () => Promise<{ readonly deposits: number; readonly withdrawals: number }>
  /** All currencies, pay addresses and bank accounts, with the proposals that are open for them. */
  readonly options: () => Promise<PayOptions>
  /** Audited. At most 30 seconds old. */
  readonly reconcile: (reviewer: FundsReviewer) => Promise<CheckedReconciliation>
  /** Audited. Undefined if the image is not a voucher. */
  readonly voucher: (viewed: FundsReviewer & { readonly name: string }) => Promise<Uint8Array | undefined>
  /** Carries out decisions that the engine did not answer, and shortens the list of undecided deposits. */
  readonly sweep: () => Promise<void>
}

const pageSize = 20
const rowsPerSweep = 1000

export function createFundsReview(parts: ReviewParts): FundsReview {
  const { pool, limits, uploads } = parts
  const forDeposits = { ...parts, secondOperatorFrom: limits.depositSecondFrom }
  const forWithdrawals = { ...parts, secondOperatorFrom: limits.withdrawalSecondFrom }
  const reconcile = createReconcile(parts)
  const sweepDecisions = createDecisionSweep(parts)
  const rangeOf = (page: number) => ({ limit: pageSize, offset: (page - 1) * pageSize })

  async function audit({ operator, address }: FundsReviewer, action: string, subject: string): Promise<void> {
    const { operatorId, email: who } = operator
    await recordAudit(pool, { operatorId, who, action, subject, address })
  }

  async function withdrawalView({ id, ...reviewer }: Viewed): Promise<ReviewedWithdrawalView | undefined> {
    const withdrawal = await readReviewedWithdrawal(pool, id)
    if (withdrawal === undefined) return undefined
    await audit(reviewer, 'withdrawal_viewed', `withdrawal:${id}`)
    const { userId } = withdrawal
    const facts = (await readFacts(pool, [id])).get(id)
    const payerIds = await parts.operators.tiedTo(reviewer.operator.operatorId)
    const { sums, isNeeded } = await secondOperatorRule(forWithdrawals, pool, withdrawal, payerIds)
    return {
      withdrawal,
      needsSecond: isNeeded,
      lastDay: sums,
      isIdentityMissing: await parts.isIdentityMissing(userId),
      risks: facts === undefined ? [] : riskMarks(facts),
      summary: await readAccountSummary(pool, userId),
      deposits: await readRecentDeposits(pool, userId),
      trades: await readRecentTrades(pool, userId),
      proposal: await parts.proposals.open(withdrawalReturnKind, `withdrawal:${id}`),
    }
  }

  return {
    async deposits(state, page) {
      const data = await listReviewedDeposits(pool, state, rangeOf(page))
      const total = await countReviewedDeposits(pool, state)
      const waiting = state === 'waiting' ? total : await countReviewedDeposits(pool, 'waiting')
      return { data, total, waiting }
    },
    async deposit({ id, ...reviewer }) {
      const deposit = await readReviewedDeposit(pool, id)
      if (deposit === undefined) return undefined
      await audit(reviewer, 'deposit_viewed', `deposit:${id}`)
      return {
        deposit,
        needsSecond: await needsSecondForDeposit(forDeposits, pool, deposit, reviewer.operator.operatorId),
        proposal: await parts.proposals.open(depositCreditKind, `deposit:${id}`),
      }
    },
    decideDeposit: async (decision) => await decideDeposit(forDeposits, decision),
    remainingDeposits: async () => ({
      next: await readOldestWaitingDeposit(pool),
      waiting: await countReviewedDeposits(pool, 'waiting'),
    }),
    async withdrawals(filter, page) {
      const listed = await listReviewedWithdrawals(pool, filter, rangeOf(page))
      const facts = await readFacts(
        pool,
        listed.map(({ id }) => id),
      )
      const data = listed.map((withdrawal) => {
        const found = facts.get(withdrawal.id)
        return { ...withdrawal, risks: found === undefined ? 0 : riskMarks(found).length }
      })
      const total = await countReviewedWithdrawals(pool, filter)
      const waiting = filter === 'waiting' ? total : await countReviewedWithdrawals(pool, 'waiting')
      return { data, total, waiting }
    },
    withdrawal: withdrawalView,
    takeStep: async (request) => await takeStep(forWithdrawals, request),
    remainingWithdrawals: async () => ({
      next: await readOldestWaitingWithdrawal(pool),
      waiting: await countReviewedWithdrawals(pool, 'waiting'),
    }),
    checkAdjustment: async (typed) => await checkAdjustment(parts, typed),
    proposeAdjustment: async (checked) => await proposeAdjustment(parts, checked),
    changeOption: async (change) => await changeOption(parts, change),
    waitingCounts: async () => ({
      deposits: await countReviewedDeposits(pool, 'waiting'),
      withdrawals: await countReviewedWithdrawals(pool, 'waiting'),
    }),
    async options() {
      const [currencies, addresses, wires] = await Promise.all([
        readCurrencies(pool),
        readPayAddresses(pool),
        readWireOptions(pool),
      ])
      const open = await parts.proposals.openOfKinds(['currency', 'pay_address', 'wire_option'])
      return { currencies, addresses, wires, proposals: new Map(open.map((one) => [one.subject, one])) }
    },
    async reconcile(reviewer) {
      await audit(reviewer, 'reconciliation_viewed', 'reconciliation')
      return await reconcile()
    },
    async voucher({ name, ...reviewer }) {
      const id = await findDepositOfVoucher(pool, name)
      const bytes = id === undefined ? undefined : await uploads.readForOperator(name)
      if (bytes !== undefined) await audit(reviewer, 'voucher_viewed', `deposit:${id}`)
      return bytes
    },
    async sweep() {
      await sweepDecisions()
      await deleteInBatches((limit) => deleteDecided(pool, limit), rowsPerSweep)
    },
  }
}
