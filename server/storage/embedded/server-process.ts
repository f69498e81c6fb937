import { spawn } from 'node:child_process'
import type { Clock } from '#server/platform/clock.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { type Account, commandIn } from '#server/storage/embedded/os-user.ts'
import {
  isPostmasterOf,
  readPostmasterFile,
  removeStalePostmasterFile,
} from '#server/storage/embedded/postmaster-file.ts'
import type { ServerLog } from '#server/storage/embedded/server-log.ts'
import { socketPort } from '#server/storage/embedded/socket-directory.ts'
import { faultOf } from '#server/storage/error-info.ts'
import { pollUntil } from '#server/storage/wait.ts'

export type ServerProcess = {
  readonly pid: number
  readonly isRunning: () => boolean
  /** Resolves however the process ends, with how it did. */
  readonly exited: Promise<string>
  readonly stop: (clock: Clock) => Promise<boolean>
}

type Launch = {
  readonly postgres: string
  readonly account: Account
  readonly cluster: string
  readonly socketDirectory: string
  readonly log: ServerLog
  readonly isThrowAway: boolean
}

/** Detached means a session of its own: a Ctrl-C must not reach the database before Node has finished with it. */
export async function launchServer(launch: Launch): Promise<ServerProcess> {
  const { command, args, options } = commandIn(launch.account, launch.postgres, serverArguments(launch))
  const stdio = ['ignore', launch.log.descriptor, launch.log.descriptor] as const
  const child = spawn(command, args, { ...options, detached: true, stdio: [...stdio] })
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`))
  })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.on('error', (caught) => reject(spawnFailure(launch.postgres, caught)))
  })
  const pid = child.pid ?? 0
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return { pid, isRunning, exited, stop: async (clock) => await stopServer(pid, isRunning, clock) }
}

function serverArguments({ cluster, socketDirectory, isThrowAway }: Launch): string[] {
  const settings = [
    'listen_addresses=',
    `unix_socket_directories="${socketDirectory.replaceAll('"', '""')}"`,
    'unix_socket_permissions=0700',
    `port=${socketPort}`,
    'timezone=UTC',
    'log_timezone=UTC',
    // A refused statement comes back to us as an error; the log keeps what only the server knows.
    'log_min_messages=log',
    'log_checkpoints=off',
    ...(isThrowAway ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] : []),
  ]
  return ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])]
}

function spawnFailure(postgres: string, caught: unknown): StartFailure {
  return new StartFailure(
    `${postgres} does not run on this machine (${faultOf(caught).message}): set DATABASE_URL to a PostgreSQL 15 or newer.`,
  )
}

/** SIGINT ends the sessions and writes a checkpoint; SIGQUIT does neither, and the next start recovers. */
const stages = [
  { signal: 'SIGINT', timeoutMs: 30_000 },
  { signal: 'SIGQUIT', timeoutMs: 10_000 },
] as const

/** Whether the server is gone. It is never killed harder than SIGQUIT: its children would be left behind. */
async function stopServer(pid: number, isRunning: () => boolean, clock: Clock): Promise<boolean> {
  for (const { signal, timeoutMs } of stages) {
    if (!isRunning()) return true
    process.kill(pid, signal)
    const gone = await pollUntil(clock, { timeoutMs, everyMs: 10 }, () => (isRunning() ? undefined : true))
    if (gone) return true
  }
  return false
}

/**
 * A kill -9 of Node leaves its PostgreSQL running. We stop it and start our own rather than adopt it: then there
 * is one way of running, always our child, with this version's options and its end noticed at once.
 */
export async function stopLeftOverServer(cluster: string, clock: Clock): Promise<void> {
  const found = readPostmasterFile(cluster)
  if (found !== undefined && isPostmasterOf(cluster, found.pid)) {
    const gone = await stopServer(found.pid, () => isPostmasterOf(cluster, found.pid), clock)
    if (!gone)
      throw new StartFailure(
        `A PostgreSQL left over from an earlier run (process ${found.pid}) does not stop: end it, then start again.`,
      )
  }
  removeStalePostmasterFile(cluster, clock)
}
