// A child process that opens the storage of a data directory, for tests that kill it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { systemClock } from '#server/platform/clock.ts'
import { isProcessAlive } from '#server/storage/process-alive.ts'
import { pollUntil } from '#server/storage/wait.ts'

export const nobody = 65534
const root = fileURLToPath(new URL('..', import.meta.url))

const script = `
import { openStorage } from '#server/storage/storage.ts'
import { createLog } from '#server/platform/log.ts'
import { systemClock } from '#server/platform/clock.ts'
const say = (word, text) => process.stdout.write(JSON.stringify([word, text]) + '\\n')
try {
  const parts = { databaseUrl: undefined, dataDir: process.argv[1], log: createLog('silent'), clock: systemClock }
  const storage = await openStorage({ ...parts, onDatabaseExit: (sentence) => say('database ended', sentence) })
  process.stdin.resume().once('end', () => storage.stop().then(() => say('stopped', '')))
  say('open', '')
} catch (caught) {
  say(caught.name, caught.message)
}
`

export type StorageProcess = {
  readonly pid: number
  /** The next message of the process: `open`, `stopped`, `database ended`, or the name and message of its error. */
  readonly next: () => Promise<readonly [word: string, text: string]>
  /** Sends SIGKILL and waits for the exit. */
  readonly kill: () => Promise<void>
  /** Stops the storage cleanly and waits for the exit. */
  readonly stop: () => Promise<void>
}

export function startStorageProcess(t: TestContext, dataDir: string, uid?: number): StorageProcess {
  const args = ['--input-type=module-typescript', '-e', script, dataDir]
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  const lines = child.stdout.setEncoding('utf8').iterator()
  t.after(() => child.kill('SIGKILL'))
  return {
    pid: child.pid ?? 0,
    next: async () => JSON.parse(String((await lines.next()).value)),
    kill: async () => {
      child.kill('SIGKILL')
      await ended(child)
    },
    stop: async () => {
      child.stdin.end()
      await ended(child)
    },
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** A temporary directory that is removed after the test. */
export function temporaryDirectory(t: TestContext, uid?: number): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'openlot-test-')))
  if (uid !== undefined) chownSync(directory, uid, uid)
  t.after(() => rmSync(directory, { recursive: true, force: true, maxRetries: 10 }))
  return directory
}

/** The process id PostgreSQL wrote to its data directory. */
export function postgresPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}

export async function untilGone(pid: number): Promise<boolean> {
  const limit = { timeoutMs: 60_000, everyMs: 10 }
  return (await pollUntil(systemClock, limit, () => (isProcessAlive(pid) ? undefined : true))) ?? false
}
