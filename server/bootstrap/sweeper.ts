import type { Log } from '#server/platform/log.ts'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'
import { type Timers, withTimeout } from '#server/platform/timers.ts'

type SweeperParts = {
  /** Modules that delete their expired data. */
  readonly modules: readonly { readonly sweep: () => Promise<unknown> }[]
  readonly timers: Timers
  readonly log: Pick<Log, 'error'>
}

export type Sweeper = { readonly stop: () => Promise<void> }

const sweepEveryMs = 60_000

/** Deletes expired data every minute, one module after the other. What fails is tried again a minute later. */
export function startSweeper({ modules, timers, log }: SweeperParts): Sweeper {
  let isStopping = false
  let sweeping: Promise<void> | undefined

  async function sweep(): Promise<void> {
    for (const module of modules) {
      if (isStopping) return
      await module.sweep().catch((fault: unknown) => log.error({ fault }, 'could not delete expired data'))
    }
  }
  const cancel = timers.every(sweepEveryMs, () => {
    sweeping ??= sweep().finally(() => {
      sweeping = undefined
    })
  })
  return {
    async stop() {
      isStopping = true
      cancel()
      // A sweep can end between any two of its statements.
      if (sweeping !== undefined) await withTimeout(timers, stopBoundsMs.sweep, sweeping)
    },
  }
}
