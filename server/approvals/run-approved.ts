// Carries out approved proposals that act outside the database, until their result is known.
import { ensureNever } from '#core/ensure-never.ts'
import type { FailedResult, Proposal, ProposalHandler, RunResult } from '#server/approvals/approvals-types.ts'
import { listApproved, storeResult } from '#server/approvals/proposals-store.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { inTransaction, type Pool } from '#server/storage/storage.ts'

type Parts = {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
  readonly handlerOf: (kind: string) => ProposalHandler | undefined
}

export const maxRunsPerSweep = 20

export function createRunApproved({ pool, clock, log, handlerOf }: Parts) {
  /** Proposals that this process is carrying out now. */
  const running = new Map<number, Promise<RunResult>>()
  let lastSwept = 0

  /** Calls that overlap share one run. */
  async function run(proposal: Proposal): Promise<RunResult> {
    const current = running.get(proposal.id)
    if (current !== undefined) return await current
    const started = runOnce(proposal).finally(() => running.delete(proposal.id))
    running.set(proposal.id, started)
    return await started
  }

  async function runOnce(proposal: Proposal): Promise<RunResult> {
    const handler = handlerOf(proposal.kind)
    const approver = proposal.decidedBy
    if (handler === undefined || !('run' in handler) || approver === undefined) return { kind: 'unknown' }
    try {
      const result = await handler.run(proposal, approver)
      await store(proposal, result)
      return result
    } catch (fault) {
      log.error(
        { fault, proposal: proposal.id },
        'an approved proposal could not be carried out; it is tried again',
      )
      return { kind: 'unknown' }
    }
  }

  async function store(proposal: Proposal, result: RunResult): Promise<void> {
    switch (result.kind) {
      case 'unknown':
        return
      case 'done':
        return await finish(proposal, undefined)
      case 'failed': {
        const { kind: _, ...failure } = result
        return await finish(proposal, failure)
      }
      default:
        return ensureNever(result)
    }
  }

  async function finish({ id, kind, subject }: Proposal, failure: FailedResult | undefined): Promise<void> {
    await inTransaction(pool, async (client) => {
      if (!(await storeResult(client, id, failure, new Date(clock.now())))) return
      await recordAudit(client, {
        operatorId: undefined,
        who: 'system',
        action: failure === undefined ? 'proposal_done' : 'proposal_failed',
        subject: `proposal:${id}`,
        details: { kind, subject, ...failure },
        address: '',
      })
    })
  }

  /** Continues after the last one of the previous sweep, so that those whose result stays unknown block no others. */
  async function sweep(): Promise<void> {
    let found = await listApproved(pool, lastSwept, maxRunsPerSweep)
    if (found.length === 0 && lastSwept > 0) found = await listApproved(pool, 0, maxRunsPerSweep)
    for (const proposal of found) await run(proposal)
    lastSwept = found.at(-1)?.id ?? 0
  }

  return { run, sweep }
}
