import { countNews } from '#server/content/visible-store.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Pool } from '#server/storage/storage.ts'

/** Pages reach this far back. */
export const listableNews = 10_000

/** Counting takes longer than reading a page, and the number hardly ever changes. */
const keptMs = 5_000

/** Number of visible pieces of news, as far as they can be listed. May be five seconds old. */
export function createNewsCount({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }) {
  let known: { readonly total: Promise<number>; readonly untilMs: number } | undefined
  const forget = () => {
    known = undefined
  }
  return {
    async get(): Promise<number> {
      const nowMs = clock.elapsed()
      if (known !== undefined && nowMs < known.untilMs) return await known.total
      const total = countNews(pool, clock.now(), listableNews)
      known = { total, untilMs: nowMs + keptMs }
      total.catch(forget)
      return await total
    },
    forget,
  }
}
