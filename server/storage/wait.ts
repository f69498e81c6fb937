import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#server/platform/clock.ts'

/** Polls until `ask` returns a value; undefined after the timeout. Asks at least once. */
export async function pollUntil<Answer>(
  clock: Clock,
  limit: { readonly timeoutMs: number; readonly everyMs: number },
  ask: () => Promise<Answer | undefined> | Answer | undefined,
): Promise<Answer | undefined> {
  const began = clock.elapsed()
  for (;;) {
    const answer = await ask()
    if (answer !== undefined || clock.elapsed() - began >= limit.timeoutMs) return answer
    await pause(limit.everyMs)
  }
}

/** Rejects after the timeout. The work itself continues. */
export async function withTimeout<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
