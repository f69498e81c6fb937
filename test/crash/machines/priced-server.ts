import { systemClock } from '#server/platform/clock.ts'
import { pollUntil } from '#server/storage/wait.ts'
import type { PricePipe } from '#test/crash/load/price-pipe.ts'
import { type Environment, type RunningServer, startServer } from '#test/process/running-server.ts'

const startsWithinMs = 90_000
const endsWithinMs = 60_000
/** Whoever takes over must be able to read what the one before has sealed. */
const secretKey = '5e'.repeat(32)

/** A server that reads its prices from a new pipe. It is ready some time later. */
export function launchServer(environment: Environment, prices: PricePipe): RunningServer {
  prices.renew()
  return startServer({
    FEED: `replay:${prices.file}`,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    SECRET_KEY: secretKey,
    ...environment,
  })
}

/** Waits until it serves, and hands it its first prices. */
export async function untilReady(server: RunningServer, prices: PricePipe): Promise<void> {
  await within(startsWithinMs, server.says('Openlot is ready'), 'the start')
  await prices.begin()
  const limit = { timeoutMs: startsWithinMs, everyMs: 10 }
  const ready = await pollUntil(systemClock, limit, async () => {
    const { status } = await fetch(`${server.address()}/readyz`)
    return status === 200 ? true : undefined
  })
  if (ready === undefined) throw new Error(`never ready:\n${server.output()}`)
}

export async function endOf({ ended, output }: RunningServer): Promise<number | string> {
  return await within(endsWithinMs, ended, `the end of a server that said:\n${output()}`)
}

/** It ends with this code and this sentence, or something is wrong. */
export async function expectEnd(server: RunningServer, code: number | string, says = ''): Promise<void> {
  const how = await endOf(server)
  if (how !== code || !server.output().includes(says))
    throw new Error(`it ended with ${how} and said:\n${server.output()}`)
}

/** What is waited for, and never longer than this: then it says what it waited for. */
export async function within<Result>(ms: number, result: Promise<Result>, what: string): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`waited ${ms} ms in vain for ${what}`)), ms)
  try {
    return await Promise.race([result, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
