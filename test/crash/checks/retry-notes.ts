import { callForKey, type KeyCall, type KeyCallParts } from '#test/crash/load/key-calls.ts'
import type { Note } from '#test/crash/load/notebook.ts'

export type RetryParts = KeyCallParts

const mostAtOnce = 16

/** The calls of the first pass and of the second, by the place of the key in the list. */
export type Pass = (at: number) => readonly KeyCall[]

/**
 * Half of the keys are repeated, as a client does that retries; for the others the outcome is asked, which decides those
 * that were never decided.
 */
export const eitherWay: Pass = (at) => (at % 2 === 0 ? ['send'] : ['ask'])

/** Whatever is known by now must be heard both ways, also when both arrive at once. */
export const bothWays: Pass = () => ['send', 'ask']

/** Makes these calls for each key. Nothing else runs, so each must have a definite answer; whether they agree is judged later. */
export async function retryNotes(
  parts: RetryParts,
  address: string,
  notes: readonly Note[],
  pass: Pass,
): Promise<readonly string[]> {
  const problems: string[] = []
  const left = notes.entries()

  async function retry(note: Note, kind: KeyCall): Promise<void> {
    const heard = await callForKey(parts, address, note, kind)
    if (heard !== 'definite') problems.push(`${note.key}: at the check (${kind}) it was ${heard}`)
  }
  async function work(): Promise<void> {
    for (const [at, note] of left) await Promise.all(pass(at).map((kind) => retry(note, kind)))
  }
  await Promise.all(Array.from({ length: mostAtOnce }, work))
  return problems
}
