import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { createAppPool } from '#server/storage/connection-pool.ts'
import { summaryOf, verify } from '#server/verify/verify.ts'
import type { Machine } from '#test/crash/machines/machine.ts'

/** Everything that was ever decided, decided again from the journal and compared with every row, as `npm run verify` does it. */
export async function judgeReplay({ database }: Pick<Machine, 'database'>): Promise<readonly string[]> {
  const pool = createAppPool(await database(), createLog('silent'))
  try {
    const report = await verify({ pool, clock: systemClock })
    return report.counts.size === 0 && report.isWhole ? [] : summaryOf(report)
  } finally {
    await pool.end()
  }
}
