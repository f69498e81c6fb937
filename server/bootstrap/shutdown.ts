import type { Log } from '#server/platform/log.ts'
import { stopTimeoutMs } from '#server/platform/stop-bounds.ts'

type ShutdownRequest = { readonly why: string; readonly exitCode: number }

/** Shuts down once, however many requests arrive. A request during startup is honoured when startup has ended. */
export function createShutdown(log: Log) {
  let requested: ShutdownRequest | undefined
  let stopModules: (() => Promise<void>) | undefined

  function request(why: string, exitCode: number): void {
    if (requested !== undefined) return
    requested = { why, exitCode }
    if (stopModules !== undefined) run(requested, stopModules)
  }

  function run({ why, exitCode }: ShutdownRequest, stop: () => Promise<void>): void {
    log.info({ why }, 'stopping')
    setTimeout(() => fail('shutdown timed out'), stopTimeoutMs).unref()
    stop().then(() => exit(exitCode), fail)
  }

  function fail(fault: unknown): void {
    log.fatal({ fault }, 'did not stop cleanly')
    process.exit(1)
  }

  return {
    request,
    /** Call when startup has succeeded. Returns false if a shutdown was requested meanwhile and has begun. */
    started(stop: () => Promise<void>): boolean {
      stopModules = stop
      if (requested !== undefined) run(requested, stop)
      return requested === undefined
    },
    /** Call when startup has failed. Exits cleanly if a normal stop was requested meanwhile. */
    exitIfRequested(): boolean {
      if (requested?.exitCode === 0) exit(0)
      return requested?.exitCode === 0
    },
  }
}

function exit(exitCode: number): void {
  process.stdout.write('stopped cleanly\n')
  process.exit(exitCode)
}
