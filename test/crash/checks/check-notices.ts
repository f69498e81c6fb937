import { Client } from 'pg'
import type { DatabaseState } from '#test/crash/checks/database-state.ts'
import type { Machine } from '#test/crash/machines/machine.ts'
import { eventually } from '#test/eventually.ts'
import { expectedNotices, storedNotices } from '#test/followers/expected-notices.ts'

/** A triggered order may be committed between the wait and the read, but only a few times: prices no longer move. */
const maxTries = 50

/** Waits until the followers have read the whole journal, then compares the notices with the orders. */
export async function checkNotices(
  machine: Pick<Machine, 'database' | 'readDatabaseState'>,
): Promise<readonly string[]> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    await waitForFollowers(machine)
    const state = await machine.readDatabaseState()
    if (state.followers.every(({ seq }) => seq === state.lease.last_seq)) return compareNotices(state)
  }
  return [`the followers were behind during ${maxTries} readings`]
}

/** Every event of an order and every margin call has exactly one notice, and there are no others. */
export function compareNotices(state: DatabaseState): readonly string[] {
  const stored = countOf(storedNotices(state))
  const expected = countOf(expectedNotices(state))
  const lines = new Set([...stored.keys(), ...expected.keys()])
  return [...lines]
    .map((line) => ({ line, found: stored.get(line) ?? 0, wanted: expected.get(line) ?? 0 }))
    .filter(({ found, wanted }) => found !== wanted)
    .map(({ line, found, wanted }) => `notice "${line}": stored ${found} times instead of ${wanted}`)
}

function countOf(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return counts
}

async function waitForFollowers({ database }: Pick<Machine, 'database'>): Promise<void> {
  const client = new Client((await database()).config)
  await client.connect()
  try {
    await eventually(async () => {
      const { rows } = await client.query<{ is_read: boolean | null }>(
        'select bool_and(seq = last_seq) as is_read from follower_positions join engine_leases using (shard_group)',
      )
      return rows[0]?.is_read === true
    }, 'the followers have read the whole journal')
  } finally {
    await client.end()
  }
}
