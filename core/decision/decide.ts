import { decideAccountOpening, decideDemoReset, decideLift } from '#core/decision/account-lifecycle.ts'
import type { Command } from '#core/decision/command.ts'
import { type Decision, type DecisionContext, refuse, type TradingAccount } from '#core/decision/decision.ts'
import { decided, startDraft } from '#core/decision/draft.ts'
import { decideAdjustment, decideDeposit, decideVoid, decideWithdrawal } from '#core/decision/funds.ts'
import { decideAmend, decideCancel } from '#core/decision/orders/cancel-order.ts'
import { decideClose, decideCloseMany } from '#core/decision/orders/close-order.ts'
import { decideOpen } from '#core/decision/orders/place-order.ts'
import { decideReverse } from '#core/decision/orders/reverse-order.ts'
import { decideStops } from '#core/decision/orders/set-stops.ts'
import { decideTick } from '#core/decision/tick/decide-tick.ts'
import { decideWithdrawalResult, decideWithdrawalStep } from '#core/decision/withdrawal-steps.ts'
import { ensureNever } from '#core/ensure-never.ts'

/** Decides a command on an account. Pure and deterministic: the journal can be replayed. */
export function decide(
  account: TradingAccount | undefined,
  command: Command,
  context: DecisionContext,
): Decision {
  if (account !== undefined) return decideOn(account, command, context)
  if (command.kind === 'open_account') return decideAccountOpening(command.userId, command.book)
  return refuse('account_missing')
}

function decideOn(account: TradingAccount, command: Command, context: DecisionContext): Decision {
  switch (command.kind) {
    case 'open_account':
      return { kind: 'nothing' }
    case 'open_order':
      return decideOpen(account, command, context)
    case 'close_order':
      return decideClose(account, command, context)
    case 'close_many':
      return decideCloseMany(account, command, context)
    case 'reverse_order':
      return decideReverse(account, command, context)
    case 'amend_order':
      return decideAmend(account, command, context)
    case 'cancel_order':
      return decideCancel(account, command, context)
    case 'set_stops':
      return decideStops(account, command, context)
    case 'reset_demo':
      return decideDemoReset(account, command, context)
    case 'deposit':
      return decideDeposit(account, command)
    case 'request_withdrawal':
      return decideWithdrawal(account, command, context)
    case 'void_withdrawal':
      return decideVoid(account, command)
    case 'advance_withdrawal':
      return decideWithdrawalStep(account, command)
    case 'finish_withdrawal':
      return decideWithdrawalResult(account, command)
    case 'adjust':
      return decideAdjustment(account, command, context)
    case 'burn_key':
      return { kind: 'burned' }
    case 'freeze_account':
      return command.isFrozen ? { kind: 'nothing' } : decided(startDraft(account), [])
    case 'lift_freeze':
      return decideLift(account, command)
    case 'judge_tick':
      return decideTick(account, command, context)
    default:
      return ensureNever(command)
  }
}
