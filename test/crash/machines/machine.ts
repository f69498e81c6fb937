import type { Facts } from '#test/crash/checks/facts.ts'
import type { Load } from '#test/crash/load/load.ts'

/** Ways to go down. The first three need a new start, after the next three a server goes on by itself. */
export const crashKinds = [
  'server',
  'database',
  'both',
  'cut_before',
  'cut_during',
  'cut_after',
  'take_over',
] as const
export type CrashKind = (typeof crashKinds)[number]

/** A server and its database, which can be made to crash. */
export type Machine = {
  readonly kinds: readonly CrashKind[]
  readonly address: () => string
  /**
   * Makes it crash while a load is on it, and brings it up again where it does not by itself. `begin` puts the load on
   * and resolves at the moment of the crash; what goes otherwise than it must is thrown.
   */
  readonly crash: (kind: CrashKind, begin: () => Promise<Load>) => Promise<void>
  readonly readFacts: () => Promise<Facts>
  /** Everything every server of it has said. */
  readonly printed: () => string
  readonly stop: () => Promise<void>
}
