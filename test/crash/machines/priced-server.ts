import { systemClock } from '#server/platform/clock.ts'
import { pollUntil } from '#server/storage/wait.ts'
import type { PricePipe } from '#test/crash/load/price-pipe.ts'
import { type Environment, type RunningServer, startServer } from '#test/process/running-server.ts'

const startsWithinMs = 90_000
const endsWithinMs = 60_000
/** Fixed, because a server that takes over must decrypt what the previous server stored. */
const secretKey = '5e'.repeat(32)

/** The first operator of every new database. */
export const deskOwner = {
  email: 'owner@example.com',
  password: 'a long way to the desk 9',
  totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
}

/** Starts a server that reads prices from a new pipe. Does not wait until it is ready. */
export function launchServer(environment: Environment, prices: PricePipe): RunningServer {
  prices.renew()
  return startServer({
    FEED: `replay:${prices.file}`,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    SECRET_KEY: secretKey,
    DESK_EMAIL: deskOwner.email,
    DESK_PASSWORD: deskOwner.password,
    DESK_TOTP_SECRET: deskOwner.totpSecret,
    ...environment,
  })
}

/** Waits until the server serves, and writes its first prices. */
export async function untilReady(server: RunningServer, prices: PricePipe): Promise<void> {
  await withTimeout(startsWithinMs, server.waitForOutput('Openlot is ready'), 'the start')
  await prices.begin()
  const limit = { timeoutMs: startsWithinMs, everyMs: 10 }
  const ready = await pollUntil(systemClock, limit, async () => {
    const { status } = await fetch(`${server.address()}/readyz`)
    return status === 200 ? true : undefined
  })
  if (ready === undefined) throw new Error(`never ready:\n${server.output()}`)
}

export async function endOf({ ended, output }: RunningServer): Promise<number | string> {
  return await withTimeout(endsWithinMs, ended, `the end of a server that output:\n${output()}`)
}

/** Throws unless the server ends with this code and prints this text. */
export async function expectEnd(server: RunningServer, code: number | string, says = ''): Promise<void> {
  const how = await endOf(server)
  if (how !== code || !server.output().includes(says))
    throw new Error(`it ended with ${how} and output:\n${server.output()}`)
}

/** Rejects with a message that names `what` if the result takes too long. */
export async function withTimeout<Result>(
  ms: number,
  result: Promise<Result>,
  what: string,
): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`timed out after ${ms} ms: ${what}`)), ms)
  try {
    return await Promise.race([result, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
