// Entry point of funds: deposits, withdrawals and payout methods as records. The engine moves the money.
import type { Micros } from '#core/money/amounts.ts'
import {
  readCurrencies,
  readEarlierAddresses,
  readEarlierWires,
  readOfferedAddresses,
  readOfferedWires,
} from '#server/funds/currencies-store.ts'
import { listDeposits } from '#server/funds/deposits-store.ts'
import type {
  Currency,
  DepositCurrency,
  DepositRecord,
  Offered,
  Page,
  PayAddress,
  PayoutMethod,
  RecordKind,
  WireOption,
  WithdrawalRecord,
} from '#server/funds/funds-types.ts'
import { createMissingCheck, type Missing } from '#server/funds/missing.ts'
import {
  bindPayoutMethod,
  deletePayoutMethod,
  type MethodParts,
  type MethodResult,
  type TypedMethod,
} from '#server/funds/payout-methods.ts'
import { listMethods } from '#server/funds/payout-methods-store.ts'
import {
  type CoinDeposit,
  type DepositParts,
  type DepositResult,
  submitCoinDeposit,
  submitWireDeposit,
  type WireDeposit,
} from '#server/funds/submit-deposit.ts'
import { createVoidSweep } from '#server/funds/void-sweep.ts'
import { withdrawableNow } from '#server/funds/withdrawal-terms.ts'
import {
  cancelWithdrawal,
  requestWithdrawal,
  type TypedWithdrawal,
  type WithdrawalParts,
  type WithdrawalResult,
} from '#server/funds/withdrawals.ts'
import { listWithdrawals } from '#server/funds/withdrawals-store.ts'
import type { Log } from '#server/platform/log.ts'

export {
  saveCurrency,
  savePayAddress,
  saveWireOption,
} from '#server/funds/change-pay-options.ts'
export { readCurrencies, readPayAddresses, readWireOptions } from '#server/funds/currencies-store.ts'
export { describeRecord } from '#server/funds/describe-record-store.ts'
export type {
  Currency,
  DepositRecord,
  PayAddress,
  PayoutMethod,
  WireOption,
  WithdrawalRecord,
} from '#server/funds/funds-types.ts'
export type { Missing } from '#server/funds/missing.ts'
export { createFundsReview, type FundsReview } from '#server/funds/review/funds-review.ts'
export type { OptionChanged } from '#server/funds/review/pay-options.ts'
export { fundsProposalHandlers } from '#server/funds/review/proposal-handlers.ts'
export type { OpenProposal } from '#server/funds/review/review-types.ts'

type ListQuery = { readonly kind: RecordKind; readonly page: number }

/** What a withdrawal needs, and how much can be withdrawn now. */
export type WithdrawalConditions = {
  readonly available: Micros
  /** The identity has to be verified first. */
  readonly needsIdentity: boolean
  readonly needsCode: boolean
  readonly methodWaitHours: number
}

export type FundsRules = {
  readonly needsIdentity: () => boolean
  readonly needsCode: () => boolean
  readonly methodWaitHours: () => number
  /** From this amount within 24 hours on a withdrawal needs a second operator. */
  readonly secondOperatorFrom: () => Micros
}

/** Every read and write is limited to the records of the given user. */
export type Funds = {
  readonly addresses: () => Promise<readonly Offered<PayAddress>[]>
  /** Currencies with at least one bank account to pay to. */
  readonly wireCurrencies: () => Promise<readonly DepositCurrency[]>
  readonly wireOptions: (code: string) => Promise<readonly WireOption[]>
  /** What was offered within the last 30 days and is not now. Users may have paid to it. */
  readonly earlier: {
    readonly addresses: () => Promise<readonly Offered<PayAddress>[]>
    readonly wireCurrencies: () => Promise<readonly DepositCurrency[]>
    readonly wireOptions: (code: string) => Promise<readonly WireOption[]>
  }
  /** Idempotent by key, like all submissions here. */
  readonly submitCoin: (deposit: CoinDeposit) => Promise<DepositResult>
  readonly submitWire: (deposit: WireDeposit) => Promise<DepositResult>
  readonly deposits: (userId: number, query: ListQuery) => Promise<Page<DepositRecord>>
  readonly payoutCurrencies: (kind: RecordKind) => Promise<readonly Currency[]>
  readonly bindMethod: (typed: TypedMethod) => Promise<MethodResult>
  readonly methods: (
    userId: number,
    query: { readonly kind: RecordKind; readonly currencyId?: number | undefined },
  ) => Promise<readonly PayoutMethod[]>
  /** False if the user never had it. */
  readonly deleteMethod: (userId: number, id: number) => Promise<boolean>
  readonly conditions: (userId: number) => Promise<WithdrawalConditions | 'busy'>
  readonly withdraw: (typed: TypedWithdrawal) => Promise<WithdrawalResult>
  readonly cancel: (asked: { readonly userId: number; readonly id: number }) => Promise<WithdrawalResult>
  readonly withdrawals: (userId: number, query: ListQuery) => Promise<Page<WithdrawalRecord>>
  /** What withdrawals of one user wait for, by id. Without those that wait for nothing special. */
  readonly missing: (records: readonly WithdrawalRecord[]) => Promise<ReadonlyMap<number, Missing>>
  /** Voids requests that were not decided, and returns their number. */
  readonly sweep: () => Promise<number>
}

export type FundsParts = DepositParts &
  Omit<MethodParts, 'methodWaitHours'> &
  Omit<WithdrawalParts, 'rules'> & { readonly rules: FundsRules; readonly log: Pick<Log, 'warn'> }

export function createFunds(parts: FundsParts): Funds {
  const { pool, rules, kyc, portfolio } = parts
  const { methodWaitHours } = rules
  async function conditions(userId: number): Promise<WithdrawalConditions | 'busy'> {
    const available = await withdrawableNow(portfolio, userId)
    if (available === 'busy') return 'busy'
    return {
      available,
      needsIdentity: rules.needsIdentity() && (await kyc.statusOf(userId)) !== 2,
      needsCode: rules.needsCode(),
      methodWaitHours: methodWaitHours(),
    }
  }
  return {
    addresses: async () => await readOfferedAddresses(pool),
    wireCurrencies: async () => currenciesOf(await readOfferedWires(pool)),
    wireOptions: async (code) => (await readOfferedWires(pool, code)).map(({ option }) => option),
    earlier: {
      addresses: async () => await readEarlierAddresses(pool),
      wireCurrencies: async () => currenciesOf(await readEarlierWires(pool)),
      wireOptions: async (code) => (await readEarlierWires(pool, code)).map(({ option }) => option),
    },
    submitCoin: async (deposit) => await submitCoinDeposit(parts, deposit),
    submitWire: async (deposit) => await submitWireDeposit(parts, deposit),
    deposits: async (userId, query) => await listDeposits(pool, userId, query),
    payoutCurrencies: async (kind) =>
      (await readCurrencies(pool)).filter(
        (currency) => currency.isPayoutOn && (currency.kind === 'coin') === (kind === 'coin'),
      ),
    bindMethod: async (typed) => await bindPayoutMethod({ ...parts, methodWaitHours }, typed),
    methods: async (userId, query) => await listMethods(pool, userId, query),
    deleteMethod: async (userId, id) => await deletePayoutMethod(parts, userId, id),
    conditions,
    withdraw: async (typed) => await requestWithdrawal(parts, typed),
    cancel: async (asked) => await cancelWithdrawal(parts, asked),
    withdrawals: async (userId, query) => await listWithdrawals(pool, userId, query),
    missing: createMissingCheck(parts),
    sweep: createVoidSweep(parts),
  }
}

function currenciesOf(wires: readonly Offered<WireOption>[]): readonly DepositCurrency[] {
  return [...new Map(wires.map(({ currency }) => [currency.id, currency])).values()]
}
