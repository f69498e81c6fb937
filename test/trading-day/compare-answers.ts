import type { Asked, Request } from '#server/engine/engine.ts'
import { Difference } from '#test/trading-day/difference.ts'
import type { EventCounts } from '#test/trading-day/event-counts.ts'
import type { OracleAnswer } from '#test/trading-day/oracle/oracle-types.ts'

/** What whoever asked was told: done to which orders, or refused and why. */
export function compareAnswers(
  asked: Asked,
  expected: OracleAnswer,
  { request, counts }: { readonly request: Request; readonly counts: EventCounts },
): void {
  // A reset ends everything there is, which may be much: the answer to it names nothing.
  const named =
    request.kind === 'reset_demo' && expected.kind === 'done' ? { ...expected, orders: [] } : expected
  const [engine, oracle] = [toldBy(asked), expectedBy(named)]
  if (engine !== oracle) throw new Difference(`the answer to ${JSON.stringify(request)}`, engine, oracle)
  counts.add(asked.kind === 'refused' ? `refused: ${asked.reason}` : `done: ${request.kind}`)
}

function toldBy(asked: Asked): string {
  if (asked.kind === 'done') return doneTo(asked.orders.map(({ id }) => id))
  return asked.kind === 'refused' ? `refused ${asked.reason}` : asked.kind
}

function expectedBy(expected: OracleAnswer): string {
  if (expected.kind === 'nothing') return doneTo([])
  if (expected.kind === 'done') return doneTo(expected.orders)
  return `refused ${otherWords[expected.reason] ?? expected.reason}`
}

/** The engine knows fewer words for a withdrawal that cannot be finished. */
const otherWords: Readonly<Record<string, string>> = {
  movement_not_found: 'movement_unknown',
  movement_settled: 'movement_exists',
}

function doneTo(ids: readonly number[]): string {
  return `done to ${[...ids].sort((a, b) => a - b).join(', ') || 'nothing'}`
}
