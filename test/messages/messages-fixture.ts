import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMessages, type Messages, type MessagesParts } from '#server/messages/messages.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/random.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { createTranslators } from '#server/platform/translators.ts'

// The messages module with a manual clock, a captured log and its own data directory.

const translatorFor = createTranslators()
export const fixtureStartMs = Date.UTC(2026, 10, 5, 14, 30, 15, 250)

type OutboxFile = { readonly name: string; readonly content: Readonly<Record<string, unknown>> }

type Setting = Partial<MessagesParts['delivery']> & { readonly publicUrl?: string }

export function createMessagesFixture({ publicUrl, ...delivery }: Setting = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'openlot-messages-'))
  const fake = createFakeTimers(fixtureStartMs)
  const captured = createCapturedLog()
  const metrics = createMetrics()
  const messages: Messages = createMessages({
    delivery: {
      smtpUrl: undefined,
      mailFrom: 'Openlot <no-reply@openlot.test>',
      smsUrl: undefined,
      smsSecret: undefined,
      outbox: true,
      ...delivery,
    },
    dataDir,
    publicUrl,
    translatorFor,
    random: systemRandom,
    clock: fake.clock,
    wallClock: fake.clock,
    // `soon` runs in real time; `after` fires when the test advances the clock.
    timers: { ...fake, soon: systemTimers.soon },
    log: captured.log,
    metrics,
  })
  return {
    messages,
    nowMs: fake.clock.now,
    outbox: join(dataDir, 'outbox'),
    dataDir,
    advance: fake.advance,
    pending: fake.pending,
    logged: captured.text,
    /** Waits until the outbox contains `count` files. */
    outboxFiles: (count: number) => waitForFiles(dataDir, count),
    /** Waits until the metric has counted `count` of this outcome on both channels together. */
    outcomes: (outcome: string, count: number) =>
      until(async () => (await counted(metrics, outcome)) >= count, `${count} times ${outcome}`),
    counted: (outcome: string) => counted(metrics, outcome),
    close: async () => {
      const stopped = messages.stop()
      fake.advance(60_000)
      await stopped
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function counted(metrics: ReturnType<typeof createMetrics>, outcome: string): Promise<number> {
  const { values } = await metrics.messages.get()
  return values
    .filter(({ labels }) => labels['outcome'] === outcome)
    .reduce((sum, { value }) => sum + value, 0)
}

async function waitForFiles(dataDir: string, count: number): Promise<readonly OutboxFile[]> {
  const directory = join(dataDir, 'outbox')
  await until(async () => names(directory).length >= count, `${count} files`)
  return names(directory).map((name) => ({
    name,
    content: JSON.parse(readFileSync(join(directory, name), 'utf8')),
  }))
}

function names(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith('.json'))
      .sort()
  } catch {
    return []
  }
}

const patienceMs = 10_000

/** Polls on every turn of the event loop, because the awaited event happens in this process. */
async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const giveUpAt = performance.now() + patienceMs
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`timed out waiting for ${what}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

type CapturedLog = { readonly log: Log; readonly text: () => string }

/** A log that keeps its output as text. */
function createCapturedLog(): CapturedLog {
  const lines: string[] = []
  const log = createLog('trace', { write: (line: string) => void lines.push(line) })
  return { log, text: () => lines.join('') }
}
