import type { CommandRequest, KeyOutcome, SubmitResult } from '#server/engine/engine.ts'
import { Difference } from '#test/trading-day/difference.ts'
import type { EventCounts } from '#test/trading-day/event-counts.ts'
import type { OracleAnswer, OracleOutcome } from '#test/trading-day/oracle/oracle-types.ts'

/** Compares what the user was told: done to which orders, or refused and why. */
export function compareAnswers(
  asked: SubmitResult,
  expected: OracleAnswer,
  { request, counts }: { readonly request: CommandRequest; readonly counts: EventCounts },
): void {
  const [engine, oracle] = [toldBy(asked, request), expectedBy(expected, request)]
  if (engine !== oracle) throw new Difference(`the answer to ${JSON.stringify(request)}`, engine, oracle)
  counts.add(asked.kind === 'refused' ? `refused: ${asked.reason}` : `done: ${request.kind}`)
  if (asked.kind !== 'done') return
  for (const { reason } of asked.refusals ?? []) counts.add(`refused in ${request.kind}: ${reason}`)
}

/** Compares what became of a key. `first` is what was answered when it was used. */
export function compareOutcomes(
  told: KeyOutcome,
  expected: OracleOutcome | { readonly kind: 'expired' },
  { first, counts }: { readonly first?: SubmitResult | undefined; readonly counts: EventCounts },
): void {
  if (told.kind !== expected.kind) throw new Difference('the outcome of a key', told, expected.kind)
  counts.add(`outcome: ${told.kind}`)
  if (told.kind !== 'decided' || first === undefined) return
  if (JSON.stringify(told.outcome) !== JSON.stringify(first))
    throw new Difference('the outcome of a decided key', told.outcome, first)
}

function toldBy(asked: SubmitResult, request: CommandRequest): string {
  if (asked.kind !== 'done') return asked.kind === 'refused' ? `refused ${asked.reason}` : asked.kind
  const orders = asked.orders.map(({ id }) => id)
  return doneTo(orders, request) + refusedBeside(asked.refusals)
}

function expectedBy(expected: OracleAnswer, request: CommandRequest): string {
  if (expected.kind === 'refused') return `refused ${expected.reason}`
  // A reset ends everything there is, which may be much: the answer to it names nothing.
  if (expected.kind === 'nothing' || request.kind === 'reset_demo') return doneTo([], request)
  return doneTo(expected.orders, request) + refusedBeside(expected.refusals)
}

/** The answers to these name orders in a certain order; elsewhere it means nothing. */
const orderedKinds: ReadonlySet<CommandRequest['kind']> = new Set(['close_many', 'reverse_order'])

function doneTo(ids: readonly number[], { kind }: CommandRequest): string {
  const named = orderedKinds.has(kind) ? ids : ids.toSorted((a, b) => a - b)
  return `done to ${named.join(', ') || 'nothing'}`
}

function refusedBeside(
  refusals: readonly { readonly orderId: number; readonly reason: string }[] = [],
): string {
  return refusals.map(({ orderId, reason }) => `; ${orderId} refused ${reason}`).join('')
}
