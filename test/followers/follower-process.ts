// A process with one follower on a real database. Its time only moves when the test says so.

import type { AccountChanged } from '#server/engine/engine.ts'
import { type Follower, type FollowerParts, startFollower } from '#server/followers/followers.ts'
import { createFakeTimers, type FakeTimers } from '#server/platform/fake-timers.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemTimers } from '#server/platform/timers.ts'
import type { Pool, PoolClient } from '#server/storage/storage.ts'
import { connectWithCallback } from '#test/connect-with-callback.ts'
import { eventually } from '#test/eventually.ts'

/** How transactions end. `reply_lost`: the commit succeeds, but the follower does not learn it. */
export type TransactionEnd = 'committed' | 'failed' | 'reply_lost'

type LogLine = { readonly level: string; readonly words: string; readonly about: Record<string, unknown> }
type GaugeName = 'followerPosition' | 'followerLag' | 'followerFailures'

export type FollowerProcess = {
  readonly follower: Follower
  readonly time: FakeTimers
  readonly lines: readonly LogLine[]
  readonly gauge: (name: GaugeName) => Promise<number | undefined>
  /** As after a commit of the engine. */
  readonly wake: () => void
  readonly isSubscribed: () => boolean
  /** Number of statements and transactions so far. */
  readonly queries: () => readonly [reads: number, transactions: number]
  readonly endTransactions: (end: TransactionEnd) => void
  /** Lets the time pass and waits until the follower has scheduled its next step. */
  readonly pass: (ms: number) => Promise<void>
  /** Runs the next step, whenever it is due. */
  readonly step: () => Promise<void>
}

type ProcessParts = Pick<FollowerParts, 'pool' | 'name' | 'start' | 'commands' | 'apply'>

export async function startFollowerProcess(parts: ProcessParts): Promise<FollowerProcess> {
  const time = createFakeTimers(1_000_000)
  const metrics = createMetrics()
  const lines: LogLine[] = []
  const logged = (level: string) => (about: Record<string, unknown>, words: string) =>
    void lines.push({ level, words, about })
  const log = { info: logged('info'), warn: logged('warn'), error: logged('error') }
  const counted = countedPool(parts.pool)
  let handler: (() => void) | undefined
  const follower = await startFollower({
    ...parts,
    pool: counted.pool,
    onAccountChanged(given: (change: AccountChanged) => void) {
      handler = given as () => void
      return () => {
        handler = undefined
      }
    },
    clock: time.clock,
    timers: { ...time, soon: systemTimers.soon },
    log: log as unknown as FollowerParts['log'],
    metrics,
  })
  async function pass(ms: number): Promise<void> {
    time.advance(ms)
    await eventually(() => time.pending().length > 0, 'the follower schedules its next step')
  }
  return {
    follower,
    time,
    lines,
    gauge: async (name) => (await metrics[name].get()).values[0]?.value,
    wake: () => handler?.(),
    isSubscribed: () => handler !== undefined,
    queries: counted.queries,
    endTransactions: counted.endTransactions,
    pass,
    step: async () => await pass(time.pending()[0] ?? 0),
  }
}

function countedPool(pool: Pool) {
  let reads = 0
  let transactions = 0
  let end: TransactionEnd = 'committed'

  async function connect() {
    transactions += 1
    const client = await pool.connect()
    const query = async (text: string, values?: unknown[]) => {
      if (text === 'commit' && end === 'failed') throw new Error('the connection was lost')
      const result = await client.query(text, values)
      if (text === 'commit' && end === 'reply_lost') throw new Error('the connection was lost')
      return result
    }
    return {
      query,
      on: client.on.bind(client),
      off: client.off.bind(client),
      release: (broken: boolean) => client.release(broken),
    } as unknown as PoolClient
  }
  const counting = {
    query: (...args: Parameters<Pool['query']>) => {
      reads += 1
      return pool.query(...args)
    },
    connect: connectWithCallback(connect),
  } as unknown as Pool
  return {
    pool: counting,
    queries: () => [reads, transactions] as const,
    endTransactions: (next: TransactionEnd) => {
      end = next
    },
  }
}
