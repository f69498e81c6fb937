import { createHash } from 'node:crypto'
import type { OutcomeRow } from '#test/crash/checks/database-state.ts'

/** The outcome of a request, and the rows of its commands after the first, if it was divided. */
export type RequestOutcome = OutcomeRow & { readonly further: readonly OutcomeRow[] }

/**
 * The stored outcomes by request. A request that ends many orders is divided into commands, whose keys are derived from
 * that of the first. A command without a request stays as it is.
 */
export function outcomesByRequest(rows: readonly OutcomeRow[]): readonly RequestOutcome[] {
  const first = new Map(rows.map((row) => [hashOf(row), row]))
  const further = Map.groupBy(rows, ({ user_id, key }) => {
    const hash = /^#\d+ ([0-9a-f]{64})$/.exec(key)?.[1]
    return hash === undefined ? undefined : first.get(`${user_id} ${hash}`)
  })
  const isFurther = new Set([...further].flatMap(([row, parts]) => (row === undefined ? [] : parts)))
  return rows
    .filter((row) => !isFurther.has(row))
    .map((row) =>
      joined(
        row,
        (further.get(row) ?? []).toSorted((one, other) => number(one) - number(other)),
      ),
    )
}

function joined(row: OutcomeRow, further: readonly OutcomeRow[]): RequestOutcome {
  const { outcome } = row
  if (outcome.kind !== 'done' || (outcome.rest === undefined && outcome.isIncomplete === undefined))
    return { ...row, further }
  const done = [outcome, ...further.flatMap((part) => (part.outcome.kind === 'done' ? [part.outcome] : []))]
  const orders = done.flatMap((part) => part.orders)
  const decided = done.flatMap((part) => part.refusals ?? [])
  const ids = new Set([...orders.map(({ id }) => id), ...decided.map(({ orderId }) => orderId)])
  if (outcome.rest === undefined) {
    const isWhole = done.at(-1)?.isIncomplete === undefined
    const whole = { kind: 'done', orders } as const
    return { ...row, further, outcome: isWhole ? whole : { kind: 'refused', reason: 'interrupted' } }
  }
  const notReached = outcome.rest.filter((id) => !ids.has(id))
  const refusals = [...decided, ...notReached.map((orderId) => ({ orderId, reason: 'interrupted' }) as const)]
  return { ...row, further, outcome: { kind: 'done', orders, refusals } }
}

function hashOf({ user_id, key }: OutcomeRow): string {
  return `${user_id} ${createHash('sha256').update(key).digest('hex')}`
}

function number({ key }: OutcomeRow): number {
  return Number(/^#(\d+)/.exec(key)?.[1])
}
