import { type SpawnOptions, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, statSync } from 'node:fs'
import { StartFailure } from '#server/platform/start-failure.ts'
import type { PostgresBinaries } from '#server/storage/embedded/binaries.ts'

/** PostgreSQL refuses to run as root, so root needs another way. */
export type Account =
  | { readonly kind: 'ourselves' }
  /** Root outside, nobody inside: works in 0700 directories and changes no owner. */
  | { readonly kind: 'user namespace' }
  | { readonly kind: 'another user'; readonly uid: number; readonly gid: number }

/** An existing cluster decides by its owner; a new one gets the way that changes least on the machine. */
export function chooseAccount(binaries: PostgresBinaries, cluster: string): Account {
  if (process.getuid?.() !== 0) return { kind: 'ourselves' }
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { kind: 'another user', uid: owner.uid, gid: owner.gid }
  const inNamespace: Account = { kind: 'user namespace' }
  if (canRun(binaries, inNamespace)) return inNamespace
  const nobody = owner === undefined ? findNobody() : undefined
  if (nobody !== undefined && canRun(binaries, nobody)) return nobody
  throw new StartFailure(
    'PostgreSQL does not run as root and this machine allows no user namespaces: start Openlot as an ordinary user, or set DATABASE_URL.',
  )
}

/** How to start a program of PostgreSQL in that account, with nothing of our own environment. */
export function commandIn(account: Account, program: string, args: readonly string[]) {
  const inNamespace = account.kind === 'user namespace'
  const { PATH } = process.env
  const options: SpawnOptions = {
    // Plain C messages, because failures are recognised by their words; no PG* variable may change anything.
    env: { PATH, LC_ALL: 'C', TZ: 'UTC' },
    ...(account.kind === 'another user' ? { uid: account.uid, gid: account.gid } : {}),
  }
  return {
    command: inNamespace ? 'unshare' : program,
    args: inNamespace ? [...namespaceArgs, program, ...args] : [...args],
    options,
  }
}

const namespaceArgs = ['-U', '--map-user=65534', '--map-group=65534']

/** Gives a directory of ours to the account that will write it. */
export function giveTo(account: Account, directory: string): void {
  if (account.kind === 'another user') chownSync(directory, account.uid, account.gid)
}

/** Lets the account's group, and no other, pass through DATA_DIR to the cluster inside it. */
export function letThrough(account: Account, dataDir: string): void {
  if (account.kind !== 'another user') return
  const { uid, gid, mode } = statSync(dataDir)
  if (uid === account.uid || gid === account.gid || (mode & 0o001) !== 0) return
  chownSync(dataDir, uid, account.gid)
  chmodSync(dataDir, 0o710)
}

function canRun(binaries: PostgresBinaries, account: Account): boolean {
  const { command, args, options } = commandIn(account, binaries.postgres, ['--version'])
  return spawnSync(command, args, { ...options, stdio: 'ignore', timeout: 5000 }).status === 0
}

function findNobody(): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const answer = spawnSync('id', [flag, 'nobody'], { encoding: 'utf8', timeout: 5000 })
    return answer.status === 0 ? Number(answer.stdout.trim()) : undefined
  })
  return uid === undefined || gid === undefined ? undefined : { kind: 'another user', uid, gid }
}
