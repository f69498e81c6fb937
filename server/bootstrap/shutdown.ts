import type { Log } from '#server/platform/log.ts'

type Reason = { readonly why: string; readonly exitCode: number }

/** Every step of a stop has a bound of its own; this one is for the step nobody thought of. */
const stopWithinMs = 60_000

/**
 * Stops once, however often and by whomever it is asked. A request that comes while rooms are still being built is
 * kept, and honoured as soon as they stand or have failed to.
 */
export function createShutdown(log: Log) {
  let asked: Reason | undefined
  let stopRooms: (() => Promise<void>) | undefined

  function request(why: string, exitCode: number): void {
    if (asked !== undefined) return
    asked = { why, exitCode }
    if (stopRooms !== undefined) run(asked, stopRooms)
  }

  function run({ why, exitCode }: Reason, stop: () => Promise<void>): void {
    log.info({ why }, 'stopping')
    setTimeout(() => fail('it took too long'), stopWithinMs).unref()
    stop().then(() => leave(exitCode), fail)
  }

  function fail(fault: unknown): void {
    log.fatal({ fault }, 'did not stop cleanly')
    process.exit(1)
  }

  return {
    request,
    /** The rooms stand, and this is how to stop them. False when they are to be stopped at once. */
    stand(stop: () => Promise<void>): boolean {
      stopRooms = stop
      if (asked !== undefined) run(asked, stop)
      return asked === undefined
    },
    /** The rooms do not stand. True when that is what was asked for meanwhile, and the process has left. */
    leaveAsAsked(): boolean {
      if (asked?.exitCode === 0) leave(0)
      return asked?.exitCode === 0
    },
  }
}

function leave(exitCode: number): void {
  process.stdout.write('stopped cleanly\n')
  process.exit(exitCode)
}
