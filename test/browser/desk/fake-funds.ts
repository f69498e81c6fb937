// Deposits, withdrawals and currencies of the fake desk.
import type {
  DepositDetailsAnswer,
  DeskCurrency,
  ReconciliationAnswer,
  WithdrawalDetailsAnswer,
} from '#contract/desk/funds.ts'
import { exampleCurrencies, exampleReconciliation } from '#test/browser/desk/example-funds.ts'
import { type Answer, no, ok, pageSize } from '#test/browser/desk/fake-answers.ts'
import { serverEn } from '#test/browser/words.ts'

export type FakeFunds = {
  deposits: readonly DepositDetailsAnswer[]
  withdrawals: readonly WithdrawalDetailsAnswer[]
  currencies: readonly DeskCurrency[]
  reconciliation: ReconciliationAnswer
}

export const emptyFunds = (): FakeFunds => ({
  deposits: [],
  withdrawals: [],
  currencies: exampleCurrencies,
  reconciliation: exampleReconciliation,
})

const ended: readonly string[] = ['sent', 'returned', 'cancelled', 'void']
const at = '2026-03-05T12:00:00.000Z'

export const waitingDeposits = ({ deposits }: FakeFunds) =>
  deposits.filter(({ state }) => state === 'waiting')
export const waitingWithdrawals = ({ withdrawals }: FakeFunds) =>
  withdrawals.filter(({ state }) => !ended.includes(state))

/** The operator `email` makes the calls. */
export function fundsAnswers(funds: FakeFunds, email: string): Readonly<Record<string, Answer>> {
  const listed = <Row>(rows: readonly Row[], page: unknown, waiting: number) => {
    const from = (Number(page) - 1) * pageSize
    return ok({ data: rows.slice(from, from + pageSize), total: rows.length, waiting })
  }
  const found = <Row extends { readonly id: number }>(rows: readonly Row[], id: unknown) => {
    const row = rows.find((candidate) => candidate.id === Number(id))
    return row === undefined ? no('not_found', serverEn('reason.not_found')) : ok(row)
  }
  return {
    'funds/deposits': ({ state, page }) =>
      listed(
        funds.deposits.filter((deposit) => deposit.state === state),
        page,
        waitingDeposits(funds).length,
      ),
    'funds/deposit': ({ id }) => found(funds.deposits, id),
    'funds/deposit_decide': ({ id, result, remark }) => {
      const change = (deposit: DepositDetailsAnswer): DepositDetailsAnswer => {
        if (result === 'credited' && deposit.needs_second === 1)
          return {
            ...deposit,
            proposal: { id: 71, action: 'deposit', proposed_by: email, proposed_at: at },
          }
        const state = result as DepositDetailsAnswer['state']
        return { ...deposit, state, remark: String(remark ?? ''), decided_at: at, decided_by: email }
      }
      funds.deposits = funds.deposits.map((deposit) => (deposit.id === id ? change(deposit) : deposit))
      const decided = funds.deposits.find((deposit) => deposit.id === id)
      const waiting = waitingDeposits(funds)
      const state = decided?.state === 'waiting' ? 'proposed' : decided?.state
      return ok({ state, next: waiting[0]?.id ?? null, waiting: waiting.length })
    },
    'funds/withdrawals': ({ state, page }) =>
      listed(
        state === 'waiting'
          ? waitingWithdrawals(funds)
          : funds.withdrawals.filter((withdrawal) => withdrawal.state === state),
        page,
        waitingWithdrawals(funds).length,
      ),
    'funds/withdrawal': ({ id }) => found(funds.withdrawals, id),
    'funds/withdrawal_step': ({ id, to, note, transaction }) => {
      const before = funds.withdrawals.find((withdrawal) => withdrawal.id === id)
      const isProposed = to === 'returned' && before?.state === 'paying'
      const proposal = { id: 72, action: 'withdrawal_return', proposed_by: email, proposed_at: at }
      const actors = {
        ...(to === 'reviewing' ? { reviewer: email } : {}),
        ...(to === 'approved' ? { approver: email } : {}),
        ...(to === 'paying' ? { payer: email, is_own_payment: 1 } : {}),
      }
      const moved = isProposed
        ? { proposal }
        : { state: String(to), notes: String(note ?? ''), transaction: String(transaction ?? ''), ...actors }
      funds.withdrawals = funds.withdrawals.map((withdrawal) =>
        withdrawal.id === id ? { ...withdrawal, ...moved } : withdrawal,
      )
      const waiting = waitingWithdrawals(funds)
      return ok({
        state: isProposed ? 'proposed' : to,
        next: waiting[0]?.id ?? null,
        waiting: waiting.length,
      })
    },
    'funds/adjustment_propose': () => ok({ proposal_id: 73 }),
    'funds/currencies': () => ok(funds.currencies),
    'funds/currency_change': ({ id, ...change }) => {
      const proposal = { id: 74, action: 'currency', proposed_by: email, proposed_at: at }
      const isProposed = 'deposit_rate' in change || 'payout_rate' in change
      funds.currencies = funds.currencies.map((currency) =>
        currency.id === id ? { ...currency, ...(isProposed ? { proposal } : change) } : currency,
      )
      return isProposed ? proposed : ok({ state: 'changed', proposal_id: null }, serverEn('done.saved'))
    },
    'funds/currency_add': () => ok({ id: 1 }, serverEn('done.saved')),
    'funds/pay_address_change': ({ address }) => (address === undefined ? changed : proposed),
    'funds/wire_option_change': ({ is_on }) => (is_on === undefined ? proposed : changed),
    'funds/reconciliation': () => ok(funds.reconciliation),
  }
}

const proposed = ok({ state: 'proposed', proposal_id: 75 })
const changed = ok({ state: 'changed', proposal_id: null }, serverEn('done.saved'))
