// Wires funds: records of deposits, withdrawals and payout methods, and the sweep of requests without an answer.

import { refused } from '#contract/outcome.ts'
import { micros } from '#core/money/amounts.ts'
import type { Approvals, TwoPersonRule } from '#server/approvals/approvals.ts'
import type { Engine } from '#server/engine/engine.ts'
import {
  createFunds,
  createFundsReview,
  type Funds,
  type FundsReview,
  fundsProposalHandlers,
} from '#server/funds/funds.ts'
import type { Kyc } from '#server/kyc/kyc.ts'
import type { Messages } from '#server/messages/messages.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'
import { type Timers, withTimeout } from '#server/platform/timers.ts'
import type { Portfolio } from '#server/portfolio/portfolio.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { Pool } from '#server/storage/storage.ts'
import type { Uploads } from '#server/uploads/uploads.ts'
import type { Users } from '#server/users/users.ts'

export type FundsModulesParts = {
  readonly pool: Pool
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Pick<Log, 'warn' | 'error'>
  readonly settings: Pick<Settings, 'get'>
  readonly users: Pick<Users, 'verifyOwnCode' | 'consumeOwnCode' | 'contactOf'>
  readonly messages: Pick<Messages, 'enqueue'>
  readonly kyc: Pick<Kyc, 'statusOf'>
  readonly uploads: Pick<Uploads, 'claim' | 'readForOperator'>
  readonly approvals: Approvals
  readonly twoPersonRule: TwoPersonRule
  readonly engine: Pick<Engine, 'submit'>
  readonly portfolio: Pick<Portfolio, 'funds'>
}

export type FundsModules = {
  readonly funds: Funds
  readonly fundsReview: FundsReview
  readonly stop: () => Promise<void>
}

const sweepEveryMs = 10_000
const microsPerDollar = 1_000_000

/**
 * Sweeps at once: a request may have been cut off when the process ended. Call it before the approvals start: it
 * registers the proposals of funds.
 */
export function startFundsModules(parts: FundsModulesParts): FundsModules {
  const { settings, users, timers, log } = parts
  const funds = createFunds({
    ...parts,
    contactOf: users.contactOf,
    codes: { verify: users.verifyOwnCode, consume: users.consumeOwnCode },
    rules: {
      needsIdentity: () => settings.get('withdraw_needs_identity') === 1,
      needsCode: () => settings.get('withdraw_needs_code') === 1,
      methodWaitHours: () => settings.get('payout_method_wait_hours'),
      secondOperatorFrom: () => micros(settings.get('withdraw_second_operator_from') * microsPerDollar),
    },
  })
  const fundsReview = startReview(parts)
  let sweeping: Promise<void> | undefined
  function sweep(): void {
    sweeping ??= Promise.all([funds.sweep(), fundsReview.sweep()])
      .then(
        () => undefined,
        (fault: unknown) => log.error({ fault }, 'could not sweep the records of funds'),
      )
      .finally(() => {
        sweeping = undefined
      })
  }
  sweep()
  const cancel = timers.every(sweepEveryMs, sweep)
  return {
    funds,
    fundsReview,
    async stop() {
      cancel()
      if (sweeping !== undefined) await withTimeout(timers, stopBoundsMs.sweep, sweeping)
    },
  }
}

export type ReviewModuleParts = Pick<
  FundsModulesParts,
  'pool' | 'clock' | 'settings' | 'uploads' | 'engine' | 'approvals' | 'twoPersonRule'
>

/** Registers the proposals of funds. */
export function startReview(parts: ReviewModuleParts): FundsReview {
  const { settings, twoPersonRule, approvals } = parts
  for (const handler of fundsProposalHandlers(parts)) approvals.register(handler)
  return createFundsReview({
    ...parts,
    proposals: approvals,
    limits: {
      depositSecondFrom: () => micros(settings.get('deposit_second_operator_from') * microsPerDollar),
      withdrawalSecondFrom: () => micros(settings.get('withdraw_second_operator_from') * microsPerDollar),
    },
    isTwoPersonRuleWaived: twoPersonRule.isWaived,
    secondPersonRefusal: async (people) => {
      const problem = await twoPersonRule.problem(people)
      return problem === undefined ? undefined : refused(problem)
    },
  })
}
