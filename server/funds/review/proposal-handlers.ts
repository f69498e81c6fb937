// What a second operator approves in funds, and how it is carried out.
import { type Refusal, refused } from '#contract/outcome.ts'
import { dayMs } from '#core/candle/period.ts'
import { formatMicros, micros, microsDecimals } from '#core/money/amounts.ts'
import { formatDecimal } from '#core/money/decimal.ts'
import {
  type ChangeRow,
  longestWaitMs,
  type Payload,
  type Proposal,
  type ProposalHandler,
  type RunResult,
} from '#server/approvals/approvals.ts'
import { type AdjustmentPayload, adjustmentKind, postAdjustment } from '#server/funds/review/adjustments.ts'
import type { CarriedOut, CarryOutParts } from '#server/funds/review/carry-out.ts'
import { readReviewedDeposit } from '#server/funds/review/deposit-review-store.ts'
import {
  applyOption,
  hasNewRate,
  type OptionKind,
  type OptionPayload,
  shownChanges,
  type TypedOption,
} from '#server/funds/review/pay-options.ts'
import { depositCreditKind, submitApproved } from '#server/funds/review/review-deposits.ts'
import { submitStep, withdrawalReturnKind } from '#server/funds/review/review-withdrawals.ts'
import { readReviewedWithdrawal } from '#server/funds/review/withdrawal-review-store.ts'
import type { Clock } from '#server/platform/clock.ts'

type Parts = CarryOutParts & { readonly clock: Clock }

const roles = ['finance'] as const

export function fundsProposalHandlers(parts: Parts): readonly ProposalHandler[] {
  return [
    depositCreditHandler(parts),
    withdrawalReturnHandler(parts),
    adjustmentHandler(parts),
    optionHandler('currency'),
    optionHandler('pay_address'),
    optionHandler('wire_option'),
  ]
}

/**
 * The engine is asked again if it is busy or the account is frozen: an earlier run may be on its way, and a failed
 * proposal could be made again under a new reference. Any other refusal is final for this proposal, also after the engine
 * failed: it has then carried out nothing.
 */
function runResultOf(carriedOut: CarriedOut): RunResult {
  if (carriedOut.kind !== 'refused') return carriedOut
  const { reason, figures } = carriedOut
  if (reason === 'busy' || reason === 'account_frozen') return { kind: 'unknown' }
  return { kind: 'failed', reason, ...(figures === undefined ? {} : { figures }) }
}

function moneyRow(label: string, microsText: unknown): ChangeRow {
  return { label, old: '', new: formatMicros(micros(Number(microsText))) }
}

const textRow = (label: string, text: unknown): ChangeRow => ({ label, old: '', new: String(text) })

function depositCreditHandler(parts: Parts): ProposalHandler {
  return {
    kind: depositCreditKind,
    roles,
    describe: ({ depositId, uid, credit }) => [
      textRow('uid', uid),
      textRow('deposit', depositId),
      moneyRow('credit', credit),
    ],
    check: async (client, { depositId }) => {
      const deposit = await readReviewedDeposit(client, Number(depositId))
      if (deposit === undefined) return refused('not_found')
      return deposit.state === 'waiting' ? undefined : refused('already_decided')
    },
    run: async ({ payload, proposedBy, isWaived }, approver) => {
      const deposit = await readReviewedDeposit(parts.pool, Number(payload['depositId']))
      if (deposit === undefined) return { kind: 'failed', reason: 'not_found' }
      const act = {
        result: 'credited',
        operatorId: proposedBy.operatorId,
        approverId: approver.operatorId,
        isWaived,
      } as const
      return runResultOf(await submitApproved(parts, deposit, act))
    },
  }
}

function withdrawalReturnHandler(parts: Parts): ProposalHandler {
  return {
    kind: withdrawalReturnKind,
    roles,
    describe: ({ withdrawalId, uid, amount, note }) => [
      textRow('uid', uid),
      textRow('withdrawal', withdrawalId),
      moneyRow('amount', amount),
      textRow('note', note),
    ],
    check: async (client, { withdrawalId }) => {
      const withdrawal = await readReviewedWithdrawal(client, Number(withdrawalId))
      if (withdrawal === undefined) return refused('not_found')
      return withdrawal.state === 'paying' ? undefined : refused('already_decided')
    },
    run: async ({ payload, proposedBy, isWaived }, approver) => {
      const withdrawal = await readReviewedWithdrawal(parts.pool, Number(payload['withdrawalId']))
      if (withdrawal === undefined) return { kind: 'failed', reason: 'not_found' }
      const act = {
        to: 'returned',
        note: String(payload['note']),
        operatorId: proposedBy.operatorId,
        secondOperatorId: approver.operatorId,
        ...(isWaived ? { isWaived: true as const } : {}),
      } as const
      return runResultOf(await submitStep(parts, withdrawal, act))
    },
  }
}

function adjustmentHandler(parts: Parts): ProposalHandler {
  const typed = (payload: Payload) => payload as AdjustmentPayload
  return {
    kind: adjustmentKind,
    roles,
    describe: (payload) => {
      const { uid, direction, micros: amount, memo } = typed(payload)
      const signed = formatDecimal(Number(amount) * (direction === 'up' ? 1 : -1), microsDecimals)
      return [textRow('uid', uid), textRow('amount', signed), textRow('memo', memo)]
    },
    check: async () => undefined,
    run: async ({ id, payload, proposedBy, isWaived }, approver) =>
      runResultOf(
        await postAdjustment(parts, {
          proposalId: id,
          payload: typed(payload),
          operatorId: proposedBy.operatorId,
          approverId: approver.operatorId,
          isWaived,
        }),
      ),
  }
}

/** A changed address, bank account or rate. Old and new values are shown side by side. */
function optionHandler(kind: OptionKind): ProposalHandler {
  const typed = (payload: Payload) => payload as OptionPayload
  return {
    kind,
    roles,
    waitMs: (payload) => (hasNewRate(typed(payload)) ? dayMs : longestWaitMs),
    describe: (payload) => {
      const { currency, before, after } = typed(payload)
      const rows = Object.entries(shownChanges(before, after as TypedOption)).map(
        ([label, { from, to }]) => ({
          label,
          old: String(from ?? ''),
          new: String(to),
        }),
      )
      return currency === undefined ? rows : [textRow('currency', currency), ...rows]
    },
    check: async () => undefined,
    applyInTransaction: async (client, { payload }: Proposal, approver): Promise<Refusal | undefined> =>
      await applyOption(client, typed(payload), approver),
  }
}
