// The push module of several processes on one database, with a manual clock and captured logs.
import { createEncryption } from '#server/platform/encryption.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/random.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { createTranslators } from '#server/platform/translators.ts'
import { createPush, type PushNotice, type RenderNotice } from '#server/push/push.ts'
import type { Pool } from '#server/storage/storage.ts'
import type { TestDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'

const translatorFor = createTranslators()
export const pushStartMs = Date.UTC(2026, 10, 5, 14, 30)
const key = new Uint8Array(32).fill(7)

const render: RenderNotice = (content, language) => ({
  title: `${content.kind} in ${language}`,
  text: JSON.stringify(content),
  path: '/order',
})

export type PushProcess = Awaited<ReturnType<typeof createPushProcess>>

export async function createPushProcess(pool: Pool, pushServices: readonly string[], secretKey = key) {
  const fake = createFakeTimers(pushStartMs)
  const lines: string[] = []
  const metrics = createMetrics()
  const push = await createPush({
    ...{ pool, pushServices, render, translatorFor, metrics },
    publicUrl: 'https://m.example.com',
    delivery: { mailFrom: 'Openlot <no-reply@example.com>' },
    encryption: createEncryption(secretKey, systemRandom),
    clock: fake.clock,
    wallClock: fake.clock,
    // `soon` runs in real time; `after` fires when the test advances the clock.
    timers: { ...fake, soon: systemTimers.soon },
    log: createLog('trace', { write: (line: string) => void lines.push(line) }),
  })
  async function counted(outcome: string): Promise<number> {
    const { values } = await metrics.pushes.get()
    return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0
  }
  return {
    push,
    advance: fake.advance,
    nowMs: fake.clock.now,
    logged: () => lines.join(''),
    counted,
    outcomes: (outcome: string, count: number) =>
      eventually(async () => (await counted(outcome)) >= count, `${count} times ${outcome}`),
    async close() {
      const stopped = push.stop()
      // Less than a request may take.
      fake.advance(4000)
      await stopped
    },
  }
}

/** Users with one live session each. */
export async function createPushUsers({ query }: TestDatabase, count: number) {
  const { rows } = await query<{ userId: string; sessionId: string }>(
    `with fresh as (
       insert into users (uid, is_demo, demo_key, created_at)
       select (10000000 + n)::text, true, sha256(n::text::bytea), now() from generate_series(1, $1::int) n
       returning id
     ), opened as (
       insert into sessions (user_id, token_hash, address, device, created_at, last_seen_at, expires_at)
       select id, sha256(id::text::bytea), '127.0.0.1', 'test', $2, $2, $3 from fresh returning id, user_id
     )
     select user_id as "userId", id as "sessionId" from opened order by user_id`,
    [count, new Date(pushStartMs), new Date(pushStartMs + 30 * 86_400_000)],
  )
  return rows.map(({ userId, sessionId }) => ({ userId: Number(userId), sessionId: Number(sessionId) }))
}

export function noticeFor(userId: number, changes: Partial<PushNotice> = {}): PushNotice {
  const content = { kind: 'deposit_credited', amount: '1234.50' } as const
  return { userId, tag: 'deposit:7', atMs: pushStartMs, content, ...changes }
}
