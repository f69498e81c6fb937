// Messages in the outbox folder, where a server without a mail server writes them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { openStorageForTool } from '#server/storage/storage.ts'
import type { ServedApp } from '#test/browser/served-app.ts'

type OutboxMessage = { readonly to: string; readonly type: number; readonly code: string }

/** The code of the newest message to this recipient, once `count` messages exist. */
export async function latestCode(dataDir: string, to: string, count = 1): Promise<string> {
  for (;;) {
    const letters = readOutbox(dataDir).filter((letter) => letter.to === to && letter.code !== '')
    if (letters.length >= count) return letters.at(-1)?.code ?? ''
    await new Promise(setImmediate)
  }
}

function readOutbox(dataDir: string): readonly OutboxMessage[] {
  const dir = join(dataDir, 'outbox')
  const names = existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.json')) : []
  return names.sort().map((name) => JSON.parse(readFileSync(join(dir, name), 'utf8')) as OutboxMessage)
}

/** Deletes the recent code requests, so that the next code may be requested at once. */
export async function expireResendDelay({ dataDir, databaseUrl }: ServedApp): Promise<void> {
  const log = createLog('silent')
  const storage = await openStorageForTool({ databaseUrl, dataDir, log, clock: systemClock })
  await storage.pool.query('delete from code_requests')
  await storage.stop()
}
