// Demands a password of every user of the embedded database, also of its owner.
import { join } from 'node:path'
import type { Clock } from '#server/platform/clock.ts'
import { writePrivateFile } from '#server/platform/private-file.ts'
import { connectOwner, type DatabaseAddress } from '#server/storage/database-connection.ts'
import { chownTo, type OsUser } from '#server/storage/embedded/os-user.ts'
import { errorInfo } from '#server/storage/error-info.ts'
import { setOwnPassword } from '#server/storage/roles/roles-store.ts'
import { scramVerifier } from '#server/storage/roles/scram-verifier.ts'
import { pollUntil } from '#server/storage/wait.ts'

export type AccessRules = 'password' | 'owner without password'

const rules: Readonly<Record<AccessRules, (owner: string) => string>> = {
  password: () => 'local all all scram-sha-256',
  'owner without password': (owner) => `local all ${owner} trust`,
}

/** Replaces `pg_hba.conf`. PostgreSQL reads it at its start and after SIGHUP. */
export function writeAccessRules(cluster: string, osUser: OsUser, which: AccessRules, owner: string): void {
  const text = `# Written by Openlot at every start.\n${rules[which](owner)}\n`
  writePrivateFile(join(cluster, 'pg_hba.conf'), text, (file) => chownTo(osUser, file))
}

type SecureParts = {
  /** The owner with the password that it should have. */
  readonly address: DatabaseAddress
  readonly password: string
  readonly writeRules: (which: AccessRules) => void
  /** Makes PostgreSQL read its rules again. */
  readonly reload: () => void
  readonly clock: Clock
}

const reloadedWithin = { timeoutMs: 10_000, everyMs: 10 }
const invalidPassword = '28P01'

/**
 * The owner of a new cluster, of one from an earlier version and of a restored one has another password or none. Then
 * the owner is let in without one for a moment, through a socket that only this system user can reach. A crash in
 * between does no harm: every start begins with the strict rules.
 */
export async function secureOwner(parts: SecureParts): Promise<void> {
  if ((await loginResult(parts.address)) !== invalidPassword) return
  parts.writeRules('owner without password')
  parts.reload()
  const verifier = await scramVerifier(parts.password)
  await untilReloaded(parts, async () => {
    if ((await loginResult(parts.address)) === invalidPassword) return undefined
    const owner = await connectOwner(parts.address)
    await setOwnPassword(owner, verifier).finally(async () => await owner.end())
    return true
  })
  parts.writeRules('password')
  parts.reload()
  const wrong = { ...parts.address, config: { ...parts.address.config, password: 'wrong' } }
  await untilReloaded(parts, async () => ((await loginResult(wrong)) === invalidPassword ? true : undefined))
}

/** The SQLSTATE of a refused login, or an empty text if it works. */
async function loginResult(address: DatabaseAddress): Promise<string> {
  try {
    await (await connectOwner(address)).end()
    return ''
  } catch (caught) {
    return errorInfo(caught).code
  }
}

async function untilReloaded({ clock }: SecureParts, ask: () => Promise<true | undefined>): Promise<void> {
  const isDone = await pollUntil(clock, reloadedWithin, ask)
  if (isDone !== true) throw new Error('PostgreSQL did not read its changed pg_hba.conf')
}
