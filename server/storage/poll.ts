import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#server/platform/clock.ts'

/** Asks again and again until there is an answer; `undefined` once the time is up. At least one question. */
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
