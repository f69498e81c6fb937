import { type SpawnOptions, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, statSync } from 'node:fs'
import { StartFailure } from '#server/platform/start-failure.ts'
import type { PostgresBinaries } from '#server/storage/embedded/binaries.ts'

/** The operating system user that runs PostgreSQL, which refuses to run as root. */
export type OsUser =
  | { readonly kind: 'current user' }
  /** A server started by root: PostgreSQL runs in a user namespace that maps root to uid 65534. Files keep their owner. */
  | { readonly kind: 'user namespace' }
  | { readonly kind: 'another user'; readonly uid: number; readonly gid: number }

/**
 * PostgreSQL refuses to run as root. If root has started the server, an existing cluster runs as its owner and a new one
 * in a user namespace. Without namespaces, a new one runs as the unprivileged user `nobody`.
 */
export function chooseOsUser(binaries: PostgresBinaries, cluster: string): OsUser {
  if (process.getuid?.() !== 0) return { kind: 'current user' }
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { kind: 'another user', uid: owner.uid, gid: owner.gid }
  const inNamespace: OsUser = { kind: 'user namespace' }
  if (canRun(binaries, inNamespace)) return inNamespace
  const nobody = owner === undefined ? findNobodyUser() : undefined
  if (nobody !== undefined && canRun(binaries, nobody)) return nobody
  throw new StartFailure(
    'PostgreSQL cannot run as root, and this machine does not allow user namespaces: start Openlot as an ordinary user, or set DATABASE_URL.',
  )
}

/** Command to run a PostgreSQL program as this user, without the environment of this process. */
export function commandAs(osUser: OsUser, program: string, args: readonly string[]) {
  const inNamespace = osUser.kind === 'user namespace'
  const { PATH } = process.env
  const options: SpawnOptions = {
    // The C locale, because failures are detected in the English output. PG* variables are left out.
    env: { PATH, LC_ALL: 'C', TZ: 'UTC' },
    ...(osUser.kind === 'another user' ? { uid: osUser.uid, gid: osUser.gid } : {}),
  }
  return {
    command: inNamespace ? 'unshare' : program,
    args: inNamespace ? [...namespaceArgs, program, ...args] : [...args],
    options,
  }
}

const namespaceArgs = ['-U', '--map-user=65534', '--map-group=65534']

/** Changes the owner of a directory to the user that writes it. */
export function chownTo(osUser: OsUser, directory: string): void {
  if (osUser.kind === 'another user') chownSync(directory, osUser.uid, osUser.gid)
}

/** Lets the user's group, and no one else, traverse DATA_DIR to the cluster. */
export function allowTraversal(osUser: OsUser, dataDir: string): void {
  if (osUser.kind !== 'another user') return
  const { uid, gid, mode } = statSync(dataDir)
  if (uid === osUser.uid || gid === osUser.gid || (mode & 0o001) !== 0) return
  chownSync(dataDir, uid, osUser.gid)
  chmodSync(dataDir, 0o710)
}

function canRun(binaries: PostgresBinaries, osUser: OsUser): boolean {
  const { command, args, options } = commandAs(osUser, binaries.postgres, ['--version'])
  return spawnSync(command, args, { ...options, stdio: 'ignore', timeout: 5000 }).status === 0
}

function findNobodyUser(): OsUser | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const answer = spawnSync('id', [flag, 'nobody'], { encoding: 'utf8', timeout: 5000 })
    return answer.status === 0 ? Number(answer.stdout.trim()) : undefined
  })
  return uid === undefined || gid === undefined ? undefined : { kind: 'another user', uid, gid }
}
