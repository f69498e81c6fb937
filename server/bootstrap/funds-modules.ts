// Wires funds: records of deposits, withdrawals and payout methods, and the sweep of requests without an answer.

import { refused } from '#contract/outcome.ts'
import { micros } from '#core/money/amounts.ts'
import type { Approvals, TwoPersonRule } from '#server/approvals/approvals.ts'
import { startFundsSweeps } from '#server/bootstrap/funds-sweeps.ts'
import type { Engine } from '#server/engine/engine.ts'
import {
  createFunds,
  createFundsReview,
  type Funds,
  type FundsReview,
  fundsProposalHandlers,
} from '#server/funds/funds.ts'
import type { Kyc } from '#server/kyc/kyc.ts'
import type { Notices } from '#server/notices/notices.ts'
import type { Operators } from '#server/operators/operators.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { Portfolio } from '#server/portfolio/portfolio.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { Pool } from '#server/storage/storage.ts'
import type { Uploads } from '#server/uploads/uploads.ts'
import type { Users } from '#server/users/users.ts'

type FundsUsers = Pick<Users, 'verifyOwnCode' | 'consumeOwnCode' | 'consumeOwnCodeForNow' | 'restoreOwnCode'>

export type FundsModulesParts = {
  readonly pool: Pool
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Pick<Log, 'warn' | 'error'>
  readonly settings: Pick<Settings, 'get'>
  readonly users: FundsUsers
  readonly notices: Pick<Notices, 'add'>
  readonly kyc: Pick<Kyc, 'statusOf'>
  readonly uploads: Pick<Uploads, 'claim' | 'readForOperator'>
  readonly operators: Pick<Operators, 'inConfirmedTransaction' | 'tiedTo'>
  readonly approvals: Approvals
  readonly twoPersonRule: TwoPersonRule
  readonly engine: Pick<Engine, 'submit'>
  readonly portfolio: Pick<Portfolio, 'funds' | 'boardWait' | 'isFrozen'>
}

export type FundsModules = {
  readonly funds: Funds
  readonly fundsReview: FundsReview
  readonly stop: () => Promise<void>
}

const microsPerDollar = 1_000_000

/**
 * Sweeps at once: a request may have been cut off when the process ended. Call it before the approvals start: it
 * registers the proposals of funds.
 */
export function startFundsModules(parts: FundsModulesParts): FundsModules {
  const { settings, users, timers, log } = parts
  const funds = createFunds({
    ...parts,
    addNotices: parts.notices.add,
    codes: {
      verify: users.verifyOwnCode,
      consume: users.consumeOwnCode,
      consumeForNow: users.consumeOwnCodeForNow,
      restore: users.restoreOwnCode,
    },
    rules: {
      needsIdentity: () => settings.get('withdraw_needs_identity') === 1,
      needsCode: () => settings.get('withdraw_needs_code') === 1,
      methodWaitHours: () => settings.get('payout_method_wait_hours'),
      secondOperatorFrom: () => micros(settings.get('withdraw_second_operator_from') * microsPerDollar),
    },
  })
  const fundsReview = startReview(parts)
  const sweeps = startFundsSweeps({ sweeps: [funds.sweep, fundsReview.sweep], timers, log })
  return { funds, fundsReview, stop: sweeps.stop }
}

export type ReviewModuleParts = Pick<
  FundsModulesParts,
  'pool' | 'clock' | 'settings' | 'uploads' | 'engine' | 'kyc' | 'operators' | 'approvals' | 'twoPersonRule'
>

/** Registers the proposals of funds. */
export function startReview(parts: ReviewModuleParts): FundsReview {
  const { settings, kyc, twoPersonRule, approvals } = parts
  for (const handler of fundsProposalHandlers(parts)) approvals.register(handler)
  return createFundsReview({
    ...parts,
    proposals: approvals,
    limits: {
      depositSecondFrom: () => micros(settings.get('deposit_second_operator_from') * microsPerDollar),
      withdrawalSecondFrom: () => micros(settings.get('withdraw_second_operator_from') * microsPerDollar),
    },
    isTwoPersonRuleWaived: twoPersonRule.isWaived,
    isIdentityMissing: async (userId) =>
      settings.get('withdraw_needs_identity') === 1 && (await kyc.statusOf(userId)) !== 2,
    secondPersonRefusal: async (people, client) => {
      const problem = await twoPersonRule.problem(people, client)
      return problem === undefined ? undefined : refused(problem)
    },
  })
}
