import type { Log } from '#server/platform/log.ts'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'
import { type Timers, withTimeout } from '#server/platform/timers.ts'

type Parts = {
  readonly sweeps: readonly (() => Promise<unknown>)[]
  readonly timers: Timers
  readonly log: Pick<Log, 'error'>
}

const sweepEveryMs = 10_000

/**
 * Starts each sweep now and every ten seconds, unless its last run is still under way. One that waits for the engine, or
 * fails, does not hold up the others.
 */
export function startFundsSweeps({ sweeps, timers, log }: Parts): { readonly stop: () => Promise<void> } {
  const running = new Map<number, Promise<void>>()

  async function run(sweep: () => Promise<unknown>): Promise<void> {
    try {
      await sweep()
    } catch (fault) {
      log.error({ fault }, 'could not sweep the records of funds')
    }
  }
  function sweepAll(): void {
    for (const [at, sweep] of sweeps.entries()) {
      if (running.has(at)) continue
      const ended = run(sweep).finally(() => running.delete(at))
      running.set(at, ended)
    }
  }
  sweepAll()
  const cancel = timers.every(sweepEveryMs, sweepAll)
  return {
    async stop() {
      cancel()
      await withTimeout(timers, stopBoundsMs.sweep, Promise.all(running.values()))
    },
  }
}
