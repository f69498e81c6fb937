// Voids requests that the engine never decided, because the process or the connection ended before it answered.
import type { Engine } from '#server/engine/engine.ts'
import { undecidedForMs, withdrawalReference } from '#server/funds/withdrawals.ts'
import { readUnanswered, type Unanswered } from '#server/funds/withdrawals-store.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Pool } from '#server/storage/storage.ts'

type SweepParts = {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'now'>
  readonly engine: Pick<Engine, 'submit'>
  readonly log: Pick<Log, 'warn'>
}

/** The note of a voided request, which the wire translates. */
const notDecidedNote = 'not_decided'

const rowsPerPage = 100
const pagesPerRun = 5
/** A transaction may commit later than others with a newer record. */
const overlapMs = 600_000

/** Returns the function that voids all requests that are old enough, and returns their number. */
export function createVoidSweep({ pool, clock, engine, log }: SweepParts): () => Promise<number> {
  /** All earlier requests are decided. The first run looks at all. */
  let sinceMs = 0

  async function voidRequest({ id, userId, amount }: Unanswered): Promise<boolean> {
    const command = { kind: 'void_withdrawal', amount, note: notDecidedNote } as const
    const reply = await engine.submit(
      { userId, isDemo: false },
      { ...command, reference: withdrawalReference(id) },
    )
    const isDecided =
      reply.kind === 'done' || (reply.kind === 'refused' && reply.reason === 'movement_exists')
    if (!isDecided) log.warn({ withdrawal: id, reply: reply.kind }, 'could not void a withdrawal request')
    return isDecided
  }

  return async () => {
    const untilMs = clock.now() - undecidedForMs
    const range = { since: new Date(sinceMs), until: new Date(untilMs) }
    let nextSinceMs = Math.max(sinceMs, untilMs - overlapMs)
    let afterId = 0
    let voided = 0
    for (let page = 0; page < pagesPerRun; page += 1) {
      const rows = await readUnanswered(pool, range, afterId, rowsPerPage)
      for (const row of rows) {
        if (await voidRequest(row)) voided += 1
        else nextSinceMs = Math.min(nextSinceMs, row.createdAt.getTime())
      }
      afterId = rows.at(-1)?.id ?? afterId
      if (rows.length === rowsPerPage) continue
      sinceMs = nextSinceMs
      break
    }
    return voided
  }
}
