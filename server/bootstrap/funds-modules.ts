// Wires funds: records of deposits, withdrawals and payout methods, and the sweep of requests without an answer.
import { micros } from '#core/money/amounts.ts'
import type { Engine } from '#server/engine/engine.ts'
import { createFunds, type Funds } from '#server/funds/funds.ts'
import type { Kyc } from '#server/kyc/kyc.ts'
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
  readonly users: Pick<Users, 'verifyOwnCode' | 'consumeOwnCode'>
  readonly kyc: Pick<Kyc, 'statusOf'>
  readonly uploads: Pick<Uploads, 'claim'>
  readonly engine: Pick<Engine, 'submit'>
  readonly portfolio: Pick<Portfolio, 'funds'>
}

export type FundsModules = { readonly funds: Funds; readonly stop: () => Promise<void> }

const sweepEveryMs = 10_000
const microsPerDollar = 1_000_000

/** Sweeps at once: a request may have been cut off when the process ended. */
export function startFundsModules(parts: FundsModulesParts): FundsModules {
  const { settings, users, timers, log } = parts
  const funds = createFunds({
    ...parts,
    codes: { verify: users.verifyOwnCode, consume: users.consumeOwnCode },
    rules: {
      needsIdentity: () => settings.get('withdraw_needs_identity') === 1,
      needsCode: () => settings.get('withdraw_needs_code') === 1,
      methodWaitHours: () => settings.get('payout_method_wait_hours'),
      approvalAbove: () => micros(settings.get('withdraw_approval_above') * microsPerDollar),
    },
  })
  let sweeping: Promise<void> | undefined
  function sweep(): void {
    sweeping ??= funds
      .sweep()
      .then(
        () => undefined,
        (fault: unknown) => log.error({ fault }, 'could not void withdrawal requests'),
      )
      .finally(() => {
        sweeping = undefined
      })
  }
  sweep()
  const cancel = timers.every(sweepEveryMs, sweep)
  return {
    funds,
    async stop() {
      cancel()
      if (sweeping !== undefined) await withTimeout(timers, stopBoundsMs.sweep, sweeping)
    },
  }
}
