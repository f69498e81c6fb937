import { join } from 'node:path'
import { readPrivateFile, writePrivateFile } from '#server/platform/private-file.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { embeddedDatabase, embeddedOwner } from '#server/storage/embedded/cluster.ts'
import { errorInfo } from '#server/storage/error-info.ts'
import { loginName } from '#server/storage/roles/role-names.ts'
import { generatePassword } from '#server/storage/roles/scram-verifier.ts'

/** Passwords of the embedded database: of its owner, and of the logins of the application and the engine. */
export type EmbeddedPasswords = {
  readonly owner: string
  readonly app: string
  readonly engine: string
}

const users = {
  owner: embeddedOwner,
  app: loginName(embeddedDatabase, 'app'),
  engine: loginName(embeddedDatabase, 'engine'),
} as const

const maxFileBytes = 4096

/**
 * In the format of a PGPASSFILE, so that `psql` and `pg_dump` can use it. Without the file new passwords are made, and
 * the start sets them in the database.
 */
export function loadEmbeddedPasswords(dataDir: string): EmbeddedPasswords {
  const found = readEmbeddedPasswords(dataDir)
  if (found !== undefined) return found
  const made = { owner: generatePassword(), app: generatePassword(), engine: generatePassword() }
  const file = passwordFile(dataDir)
  const lines = [made.owner, made.app, made.engine].map(
    (password, at) => `*:*:*:${Object.values(users)[at]}:${password}\n`,
  )
  try {
    writePrivateFile(file, lines.join(''))
  } catch (caught) {
    throw new StartFailure(
      `${file} cannot be written (${errorInfo(caught).message}): make ${dataDir} writable and free some space.`,
    )
  }
  return made
}

/** Undefined if there is no file. */
export function readEmbeddedPasswords(dataDir: string): EmbeddedPasswords | undefined {
  const text = textOf(passwordFile(dataDir))
  if (text === undefined) return undefined
  const found = new Map(text.split('\n').map((line) => passwordIn(line)))
  const [owner, app, engine] = [found.get(users.owner), found.get(users.app), found.get(users.engine)]
  if (owner !== undefined && app !== undefined && engine !== undefined) return { owner, app, engine }
  throw new StartFailure(
    `${passwordFile(dataDir)} does not contain the passwords of the database: remove it, and the next start makes new ones.`,
  )
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres.passwords')
}

function passwordIn(line: string): readonly [user: string, password: string] {
  const [, user = '', password = ''] = /^\*:\*:\*:([\w-]+):([\w-]{43})$/.exec(line) ?? []
  return [user, password]
}

function textOf(file: string): string | undefined {
  try {
    return readPrivateFile(file, maxFileBytes)
  } catch (caught) {
    throw new StartFailure(
      `${file} cannot be read (${errorInfo(caught).code}): make it a file that the user who runs Openlot owns and can read.`,
    )
  }
}
