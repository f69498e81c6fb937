import { systemClock } from '#server/platform/clock.ts'
import { pollUntil } from '#server/storage/wait.ts'
import { type RunningServer, startServer } from '#test/process/running-server.ts'

const readyWithin = { timeoutMs: 300_000, everyMs: 20 }

/** Starts the real server as in production, but without rate limits and with markets that never close. */
export function startBenchServer(env: Readonly<Record<string, string>>): RunningServer {
  return startServer({
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    SIM_HOURS: 'always',
    // The same compile cache as `npm start` uses.
    NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
    ...env,
  })
}

export async function untilReady(server: RunningServer): Promise<void> {
  await server.waitForOutput('Openlot is ready')
  const ready = await pollUntil(systemClock, readyWithin, async () => {
    const { status } = await fetch(`${server.address()}/readyz`)
    return status === 200 ? true : undefined
  })
  if (ready === undefined) throw new Error(`never ready:\n${server.output()}`)
}
