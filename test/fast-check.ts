// fast-check with the seed of the commit, so that a failure can be repeated. Tests import it from here.
import { execFileSync } from 'node:child_process'
import fc from 'fast-check'

/** `SEED=7` repeats a run, `SEED=random` tries something new. Otherwise every commit has its own seed. */
export function propertySeed(): number {
  const { SEED } = process.env
  if (SEED === 'random') return Date.now() % 2 ** 31
  if (SEED !== undefined && SEED !== '') return Number(SEED)
  return Number.parseInt(commitHash().slice(0, 7), 16)
}

/** The hash of the commit, or zeros outside a repository. */
function commitHash(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return '0000000'
  }
}

fc.configureGlobal({ seed: propertySeed() })

export { fc }
