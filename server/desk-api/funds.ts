// Funds in the operator console: queues, decisions, pay options, adjustments and reconciliation.
import {
  addCurrency,
  changeCurrency,
  changePayAddress,
  changeWireOption,
  depositDecide,
  depositDetails,
  depositQueue,
  deskCurrencies,
  proposeAdjustment,
  reconciliation,
  withdrawalDetails,
  withdrawalQueue,
  withdrawalStep,
} from '#contract/desk/funds.ts'
import {
  currencyToWire,
  depositToWire,
  listedDepositToWire,
  listedWithdrawalToWire,
  reconciliationRows,
  withdrawalToWire,
} from '#contract/desk/funds-wire.ts'
import { reasonFrom } from '#contract/envelope.ts'
import { answered, refused, type Say } from '#contract/outcome.ts'
import { auditRead } from '#server/desk-api/audit.ts'
import {
  editedCurrency,
  editedPayAddress,
  editedWireOption,
  newCurrency,
} from '#server/desk-api/edited-options.ts'
import type { FundsReview, OpenProposal, OptionChanged } from '#server/funds/funds.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Operators } from '#server/operators/operators.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'
import type { Portfolio } from '#server/portfolio/portfolio.ts'
import type { Pool } from '#server/storage/storage.ts'
import type { Users } from '#server/users/users.ts'

export type FundsDeskParts = {
  readonly operators: Operators
  readonly fundsReview: FundsReview
  readonly users: Pick<Users, 'userByUid'>
  readonly portfolio: Pick<Portfolio, 'funds'>
  readonly pool: Pool
  readonly translatorFor: TranslatorFor
}

/** Every call of contract/desk/funds.ts. */
export function fundsDeskRoutes(parts: FundsDeskParts): readonly Route[] {
  return [
    readDeposits(parts),
    readDeposit(parts),
    decideDeposit(parts),
    readWithdrawals(parts),
    readWithdrawal(parts),
    advanceWithdrawal(parts),
    proposeBalanceAdjustment(parts),
    readCurrencies(parts),
    editCurrency(parts),
    createCurrency(parts),
    editPayAddress(parts),
    editWireOption(parts),
    readReconciliation(parts),
  ]
}

function proposalToWire(proposal: OpenProposal | undefined) {
  if (proposal === undefined) return null
  const { id, kind, proposedBy, proposedAt } = proposal
  return { id, action: kind, proposed_by: proposedBy.email, proposed_at: proposedAt.toISOString() }
}

function reasonMessage(stored: string, say: Say): string {
  const reason = reasonFrom(stored)
  return reason === undefined ? stored : say(`reason.${reason}`)
}

// Deposits.

function readDeposits({ operators, fundsReview, pool }: FundsDeskParts): Route {
  return operatorRoute(
    depositQueue,
    operators.authenticate,
    async ({ state = 'waiting', page }, by, caller) => {
      await auditRead(pool, by, caller, { action: 'deposits_viewed', subject: `deposits:${state}:${page}` })
      const { data, total, waiting } = await fundsReview.deposits(state, page)
      return answered({ data: data.map(listedDepositToWire), total, waiting })
    },
  )
}

function readDeposit({ operators, fundsReview, translatorFor }: FundsDeskParts): Route {
  return operatorRoute(
    depositDetails,
    operators.authenticate,
    async ({ id }, operator, { address, language }) => {
      const view = await fundsReview.deposit({ id, operator, address })
      if (view === undefined) return refused('not_found')
      const { deposit, needsSecond } = view
      const sayReason = (reason: string) => reasonMessage(reason, translatorFor(language))
      return answered(
        depositToWire(deposit, { needsSecond, proposal: proposalToWire(view.proposal), sayReason }),
      )
    },
  )
}

function decideDeposit({ operators, fundsReview }: FundsDeskParts): Route {
  return operatorRoute(depositDecide, operators.authenticate, async (input, operator, { address }) => {
    const { id, result, remark = '' } = input
    const decided = await fundsReview.decideDeposit({ id, result, remark, operator, address })
    if (decided.kind === 'refused') return decided
    const { next = null, waiting } = await fundsReview.remainingDeposits()
    const state = decided.kind === 'proposed' ? 'proposed' : decided.state
    return answered({ state, next, waiting }, decided.kind === 'proposed' ? 'done.proposed' : 'done.saved')
  })
}

// Withdrawals.

function readWithdrawals({ operators, fundsReview, pool }: FundsDeskParts): Route {
  return operatorRoute(
    withdrawalQueue,
    operators.authenticate,
    async ({ state = 'waiting', page }, by, caller) => {
      await auditRead(pool, by, caller, {
        action: 'withdrawals_viewed',
        subject: `withdrawals:${state}:${page}`,
      })
      const { data, total, waiting } = await fundsReview.withdrawals(state, page)
      const rows = data.map((withdrawal) => listedWithdrawalToWire(withdrawal, withdrawal.risks))
      return answered({ data: rows, total, waiting })
    },
  )
}

function readWithdrawal({ operators, fundsReview, portfolio }: FundsDeskParts): Route {
  return operatorRoute(withdrawalDetails, operators.authenticate, async ({ id }, operator, { address }) => {
    const view = await fundsReview.withdrawal({ id, operator, address })
    if (view === undefined) return refused('not_found')
    const account = await portfolio.funds(view.withdrawal.userId)
    if (account === 'busy') return refused('busy')
    const { operatorId } = operator
    const proposal = proposalToWire(view.proposal)
    return answered(withdrawalToWire(view.withdrawal, { ...view, operatorId, account, proposal }))
  })
}

function advanceWithdrawal({ operators, fundsReview }: FundsDeskParts): Route {
  return operatorRoute(withdrawalStep, operators.authenticate, async (input, operator, { address }) => {
    const { id, to, note = '', transaction = '', totp } = input
    const taken = await fundsReview.takeStep({ id, to, note, transaction, totp, operator, address })
    if (taken.kind !== 'taken' && taken.kind !== 'proposed') return taken
    const { next = null, waiting } = await fundsReview.remainingWithdrawals()
    const state = taken.kind === 'proposed' ? 'proposed' : taken.state
    return answered({ state, next, waiting }, taken.kind === 'proposed' ? 'done.proposed' : 'done.saved')
  })
}

// Adjustments.

/** What was typed is checked first. Then the code is used up, before the proposal is made. */
function proposeBalanceAdjustment({ operators, fundsReview, users }: FundsDeskParts): Route {
  return operatorRoute(proposeAdjustment, operators.authenticate, async (input, by, { address }) => {
    const { uid, amount, memo, totp } = input
    const user = await users.userByUid(uid)
    const checked = await fundsReview.checkAdjustment({ user, amount, memo })
    if (checked.kind === 'refused') return checked
    const confirmed = await operators.confirmAction({
      by,
      totp,
      address,
      roles: ['finance'],
      action: 'adjustment_confirmed',
      subject: `uid:${uid}`,
      details: { amount, memo },
    })
    if (confirmed.kind !== 'confirmed') return confirmed
    const proposed = await fundsReview.proposeAdjustment({ payload: checked.payload, operator: by, address })
    return proposed.kind === 'refused' ? proposed : answered({ proposal_id: proposed.id }, 'done.proposed')
  })
}

// Pay options.

function readCurrencies({ operators, fundsReview }: FundsDeskParts): Route {
  return operatorRoute(deskCurrencies, operators.authenticate, async () => {
    const { currencies, addresses, wires, proposals } = await fundsReview.options()
    const proposalOf = (subject: string) => proposals.get(subject)
    return answered(
      currencies.map((currency) => ({
        ...currencyToWire(currency),
        proposal: proposalToWire(proposalOf(`currency:${currency.id}`)),
        pay_addresses: addresses
          .filter(({ currencyId }) => currencyId === currency.id)
          .map(({ id, address, isOn }) => ({
            id,
            address,
            is_on: isOn ? 1 : 0,
            proposal: proposalToWire(proposalOf(`pay_address:${id}`)),
          })),
        wire_options: wires
          .filter(({ currencyId }) => currencyId === currency.id)
          .map((wire) => ({
            id: wire.id,
            bank_name: wire.bankName,
            bank_address: wire.bankAddress,
            bank_swift: wire.bankSwift,
            payee_name: wire.payeeName,
            payee_account: wire.payeeAccount,
            bank_remark: wire.bankRemark,
            is_on: wire.isOn ? 1 : 0,
            proposal: proposalToWire(proposalOf(`wire_option:${wire.id}`)),
          })),
      })),
    )
  })
}

function changeAnswer(changed: OptionChanged) {
  return changed.kind === 'proposed'
    ? answered({ state: 'proposed' as const, proposal_id: changed.proposalId }, 'done.proposed')
    : answered({ state: 'changed' as const, proposal_id: null }, 'done.saved')
}

function editCurrency({ operators, fundsReview }: FundsDeskParts): Route {
  return operatorRoute(changeCurrency, operators.authenticate, async (input, operator, { address }) => {
    const change = { table: 'currency', id: input.id, edit: editedCurrency(input) } as const
    const changed = await fundsReview.changeOption({ ...change, operator, address })
    return changed.kind === 'refused' ? changed : changeAnswer(changed)
  })
}

function createCurrency({ operators, fundsReview }: FundsDeskParts): Route {
  return operatorRoute(addCurrency, operators.authenticate, async (input, operator, { address }) => {
    const change = { table: 'currency', id: undefined, edit: () => newCurrency(input) } as const
    const changed = await fundsReview.changeOption({ ...change, operator, address })
    if (changed.kind === 'proposed') throw new Error('a currency without rates needs no approval')
    return changed.kind === 'refused' ? changed : answered({ id: changed.id }, 'done.saved')
  })
}

function editPayAddress({ operators, fundsReview }: FundsDeskParts): Route {
  return operatorRoute(changePayAddress, operators.authenticate, async (input, operator, { address }) => {
    const change = { table: 'pay_address', id: input.id, edit: editedPayAddress(input) } as const
    const changed = await fundsReview.changeOption({ ...change, operator, address })
    return changed.kind === 'refused' ? changed : changeAnswer(changed)
  })
}

function editWireOption({ operators, fundsReview }: FundsDeskParts): Route {
  return operatorRoute(changeWireOption, operators.authenticate, async (input, operator, { address }) => {
    const change = { table: 'wire_option', id: input.id, edit: editedWireOption(input) } as const
    const changed = await fundsReview.changeOption({ ...change, operator, address })
    return changed.kind === 'refused' ? changed : changeAnswer(changed)
  })
}

// Reconciliation.

function readReconciliation({ operators, fundsReview }: FundsDeskParts): Route {
  return operatorRoute(reconciliation, operators.authenticate, async (_, operator, { address }) => {
    const { rows, problems, checkedAt } = await fundsReview.reconcile({ operator, address })
    return answered({
      checked_at: checkedAt.toISOString(),
      rows: reconciliationRows(rows),
      problems: [...problems],
    })
  })
}
