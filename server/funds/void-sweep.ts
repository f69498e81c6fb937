// Voids requests that the engine never decided, because the process or the connection ended before it answered.
import type { Engine } from '#server/engine/engine.ts'
import { undecidedForMs, withdrawalReference } from '#server/funds/withdrawals.ts'
import { deleteDecidedWithdrawals, readUnanswered, type Unanswered } from '#server/funds/withdrawals-store.ts'
import type { Clock } from '#server/platform/clock.ts'
import { deleteInBatches } from '#server/platform/delete-in-batches.ts'
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

const requestsPerRun = 500
const rowsPerDelete = 1000
const mostWarned = 10_000

/** Returns the function that voids requests that are old enough, and returns their number. */
export function createVoidSweep({ pool, clock, engine, log }: SweepParts): () => Promise<number> {
  /** Each run continues after the last one, so that requests of frozen accounts do not hold up the others. */
  let afterId = 0
  /** Requests that the log has named already. */
  const warned = new Set<number>()

  function warnOnce(id: number, reply: string): void {
    if (warned.has(id)) return
    if (warned.size >= mostWarned) warned.clear()
    warned.add(id)
    log.warn({ withdrawal: id, reply }, 'could not void a withdrawal request')
  }

  async function voidRequest({
    id,
    userId,
    amount,
  }: Unanswered): Promise<'decided' | 'undecided' | 'unknown'> {
    const command = { kind: 'void_withdrawal', amount, note: notDecidedNote } as const
    const reply = await engine.submit(
      { userId, isDemo: false },
      { ...command, reference: withdrawalReference(id) },
    )
    const isDecided =
      reply.kind === 'done' || (reply.kind === 'refused' && reply.reason === 'movement_exists')
    if (isDecided) warned.delete(id)
    else warnOnce(id, reply.kind)
    if (isDecided) return 'decided'
    return reply.kind === 'unknown' ? 'unknown' : 'undecided'
  }

  return async () => {
    await deleteInBatches((limit) => deleteDecidedWithdrawals(pool, limit), rowsPerDelete)
    const until = new Date(clock.now() - undecidedForMs)
    const rows = await readUnanswered(pool, { until, afterId, limit: requestsPerRun })
    let voided = 0
    for (const row of rows) {
      afterId = row.id
      const result = await voidRequest(row)
      if (result === 'decided') voided += 1
      // The engine hardly answers the next one either, and each waits for seconds.
      if (result === 'unknown') return voided
    }
    // The next run starts again at the oldest.
    if (rows.length < requestsPerRun) afterId = 0
    return voided
  }
}
