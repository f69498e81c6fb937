// Entry point of the approvals module: changes that one operator proposes and another approves.
import { type Refusal, refused } from '#contract/outcome.ts'
import { dayMs } from '#core/candle/period.ts'
import { isRoleAllowed } from '#core/user/operator-role.ts'
import type {
  Decide,
  Denied,
  Proposal,
  ProposalHandler,
  Propose,
  RunResult,
} from '#server/approvals/approvals-types.ts'
import { type Approved, createDecisions } from '#server/approvals/decide-proposal.ts'
import {
  countProposals,
  findUnfinished,
  findUnfinishedOfKinds,
  fitsPayload,
  insertProposal,
  lapseProposalOf,
  lapseProposals,
  listFinished,
  listUnfinished,
  readProposal,
} from '#server/approvals/proposals-store.ts'
import { createRunApproved } from '#server/approvals/run-approved.ts'
import type { TwoPersonRule } from '#server/approvals/two-person-rule.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Operators } from '#server/operators/operators.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'
import { type Timers, withTimeout } from '#server/platform/timers.ts'
import { inTransaction, type Pool, type PoolClient } from '#server/storage/storage.ts'

export type {
  ChangeRow,
  OperatorName,
  Payload,
  Proposal,
  ProposalHandler,
  RunResult,
} from '#server/approvals/approvals-types.ts'
export { createTwoPersonRule, type TwoPersonRule } from '#server/approvals/two-person-rule.ts'

export type ApprovalsParts = {
  readonly pool: Pool
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Pick<Log, 'error'>
  readonly operators: Pick<Operators, 'inConfirmedTransaction'>
  readonly rule: TwoPersonRule
}

/** Approved proposals whose result is not known are asked again this often. */
const sweepEveryMs = 10_000
const pageSize = 20
const maxLapsedPerSweep = 100

/** The longest wait for an approval. A handler may choose a shorter one. */
export const longestWaitMs = 7 * dayMs

export type Approvals = ReturnType<typeof createApprovals>

export function createApprovals(parts: ApprovalsParts) {
  const { pool, clock, timers, log } = parts
  const handlers = new Map<string, ProposalHandler>()
  const handlerOf = (kind: string) => handlers.get(kind)
  const decisions = createDecisions({ ...parts, handlerOf })
  const approved = createRunApproved({ ...parts, handlerOf })
  let cancel = () => {}
  let sweeping: Promise<void> | undefined

  /** Call it before `start`. */
  function register(handler: ProposalHandler): void {
    if (handlers.has(handler.kind)) throw new Error(`${handler.kind} has a handler already`)
    handlers.set(handler.kind, handler)
  }

  async function propose(
    input: Propose,
  ): Promise<{ readonly kind: 'proposed'; readonly id: number } | Refusal> {
    const { kind, subject, payload, by, address } = input
    const handler = handlerOf(kind)
    if (handler === undefined) throw new Error(`${kind} has no handler`)
    if (!isRoleAllowed(by.role, handler.roles)) return refused('role_forbidden')
    return await inTransaction(pool, async (client) => {
      if (!(await fitsPayload(client, payload))) return refused('invalid_input', { field: 'payload' })
      const refusal = await handler.check(client, payload, subject)
      if (refusal !== undefined) return refusal
      const at = new Date(clock.now())
      await auditLapsed(client, await lapseProposalOf(client, input, at))
      const waitMs = handler.waitMs?.(payload) ?? longestWaitMs
      const id = await insertProposal(client, input, { at, lapsesAt: new Date(at.getTime() + waitMs) })
      if (id === undefined) return refused('proposal_open')
      const entry = { operatorId: by.operatorId, who: by.email, action: 'proposal_made', address }
      const details = { kind, subject, payload }
      await recordAudit(client, { ...entry, subject: `proposal:${id}`, details })
      return { kind: 'proposed', id }
    })
  }

  /** `unknown`: approved, and asked again until its result is known. */
  async function approve(
    input: Decide & { readonly totp: string },
  ): Promise<{ readonly kind: 'approved'; readonly result: RunResult } | Denied> {
    const decided: Approved | Denied = await decisions.approve(input)
    if (decided.kind !== 'decided') return decided
    if (decided.state === 'done') return { kind: 'approved', result: { kind: 'done' } }
    if (decided.state === 'failed') return { kind: 'approved', result: { kind: 'failed', ...decided.result } }
    const proposal = await readProposal(pool, input.id)
    if (proposal === undefined) throw new Error('the proposal no longer exists')
    return { kind: 'approved', result: await approved.run(proposal) }
  }

  /** Open and approved ones oldest first, or finished ones newest first. Pages of twenty, starting at 1. */
  async function list({ state, page }: { readonly state: 'open' | 'decided'; readonly page: number }) {
    const part = { limit: pageSize, offset: (page - 1) * pageSize }
    const proposals = await (state === 'open' ? listUnfinished(pool, part) : listFinished(pool, part))
    const open = await openCount()
    const states =
      state === 'open'
        ? (['open', 'approved'] as const)
        : (['rejected', 'withdrawn', 'lapsed', 'done', 'failed'] as const)
    return { proposals, total: await countProposals(pool, states), open }
  }

  async function openCount(): Promise<number> {
    return await countProposals(pool, ['open'])
  }

  async function lapse(): Promise<void> {
    await inTransaction(pool, async (client) => {
      await auditLapsed(client, await lapseProposals(client, new Date(clock.now()), maxLapsedPerSweep))
    })
  }

  function sweep(): void {
    sweeping ??= lapse()
      .catch((fault: unknown) => log.error({ fault }, 'could not end lapsed proposals'))
      .then(approved.sweep)
      .catch((fault: unknown) => log.error({ fault }, 'could not read approved proposals'))
      .finally(() => {
        sweeping = undefined
      })
  }

  return {
    register,
    propose,
    approve,
    reject: decisions.reject,
    withdraw: decisions.withdraw,
    handlerOf,
    list,
    openCount,
    open: async (kind: string, subject: string): Promise<Proposal | undefined> =>
      await findUnfinished(pool, kind, subject),
    /** Unfinished proposals of these kinds, at most 500. */
    openOfKinds: async (kinds: readonly string[]): Promise<readonly Proposal[]> =>
      await findUnfinishedOfKinds(pool, kinds),
    read: async (id: number): Promise<Proposal | undefined> => await readProposal(pool, id),
    /** Carries out what was approved before, and ends what has lapsed. Call it when all handlers are registered and what they use runs. */
    start(): void {
      cancel()
      cancel = timers.every(sweepEveryMs, sweep)
      sweep()
    },
    async stop(): Promise<void> {
      cancel()
      if (sweeping !== undefined) await withTimeout(timers, stopBoundsMs.sweep, sweeping)
    },
  }
}

async function auditLapsed(
  client: PoolClient,
  lapsed: readonly Pick<Proposal, 'id' | 'kind' | 'subject'>[],
): Promise<void> {
  for (const { id, kind, subject } of lapsed)
    await recordAudit(client, {
      operatorId: undefined,
      who: 'system',
      action: 'proposal_lapsed',
      subject: `proposal:${id}`,
      details: { kind, subject },
      address: '',
    })
}
