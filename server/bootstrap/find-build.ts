import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))

/** The directory of the newest build. Each build has its own, so a new one does not disturb a running server. */
export function findBuild(): string | undefined {
  const current = join(dist, 'current')
  if (!existsSync(current)) return undefined
  const build = join(dist, readFileSync(current, 'utf8').trim())
  return existsSync(build) ? build : undefined
}
