import { spawn } from 'node:child_process'
import type { Clock } from '#server/platform/clock.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'
import { commandAs, type OsUser } from '#server/storage/embedded/os-user.ts'
import type { ServerLog } from '#server/storage/embedded/postgres-log.ts'
import {
  isPostmasterOf,
  readPostmasterFile,
  removeStalePostmasterFile,
} from '#server/storage/embedded/postmaster-file.ts'
import { socketPort } from '#server/storage/embedded/socket-directory.ts'
import { errorInfo } from '#server/storage/error-info.ts'
import { pollUntil } from '#server/storage/wait.ts'

export type ServerProcess = {
  readonly pid: number
  readonly isRunning: () => boolean
  /** Resolves with the exit code or signal. */
  readonly exited: Promise<string>
  /** Makes it read its configuration files again. */
  readonly reload: () => void
  readonly stop: (clock: Clock) => Promise<boolean>
}

type Launch = {
  readonly postgres: string
  readonly osUser: OsUser
  readonly cluster: string
  readonly socketDirectory: string
  readonly log: ServerLog
  readonly isThrowAway: boolean
}

/** Runs in a process group of its own, so that Ctrl-C does not stop the database before Node has finished. */
export async function launchServer(launch: Launch): Promise<ServerProcess> {
  const { command, args, options } = commandAs(launch.osUser, launch.postgres, serverArguments(launch))
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
  const reload = () => void (isRunning() && process.kill(pid, 'SIGHUP'))
  return { pid, isRunning, exited, reload, stop: async (clock) => await stopServer(pid, isRunning, clock) }
}

function serverArguments({ cluster, socketDirectory, isThrowAway }: Launch): string[] {
  const settings = [
    'listen_addresses=',
    `unix_socket_directories="${socketDirectory.replaceAll('"', '""')}"`,
    'unix_socket_permissions=0700',
    `port=${socketPort}`,
    'timezone=UTC',
    'log_timezone=UTC',
    // Statement errors are returned to the client, so the log contains only server events.
    'log_min_messages=log',
    'log_checkpoints=off',
    ...(isThrowAway ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] : []),
  ]
  return ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])]
}

function spawnFailure(postgres: string, caught: unknown): StartFailure {
  return new StartFailure(
    `${postgres} does not run on this machine (${errorInfo(caught).message}): set DATABASE_URL to PostgreSQL 15 or newer.`,
  )
}

/** SIGINT is a fast shutdown with a checkpoint. SIGQUIT is immediate and needs recovery at the next start. */
const stopSignals = [
  { signal: 'SIGINT', timeoutMs: stopBoundsMs.postgres },
  { signal: 'SIGQUIT', timeoutMs: stopBoundsMs.postgresAtOnce },
] as const

/** Returns whether the server has stopped. Never uses SIGKILL, which would orphan its children. */
async function stopServer(pid: number, isRunning: () => boolean, clock: Clock): Promise<boolean> {
  for (const { signal, timeoutMs } of stopSignals) {
    if (!isRunning()) return true
    process.kill(pid, signal)
    const gone = await pollUntil(clock, { timeoutMs, everyMs: 10 }, () => (isRunning() ? undefined : true))
    if (gone) return true
  }
  return false
}

/**
 * Stops a PostgreSQL that kept running after Node was killed. It is not reused: the server must be a child process with
 * this version's options, whose exit is noticed at once.
 */
export async function stopLeftoverServer(cluster: string, clock: Clock): Promise<void> {
  const found = readPostmasterFile(cluster)
  if (found !== undefined && isPostmasterOf(cluster, found.pid)) {
    const gone = await stopServer(found.pid, () => isPostmasterOf(cluster, found.pid), clock)
    if (!gone)
      throw new StartFailure(
        `PostgreSQL from an earlier run (process ${found.pid}) does not stop: kill that process, then start again.`,
      )
  }
  removeStalePostmasterFile(cluster, clock)
}
