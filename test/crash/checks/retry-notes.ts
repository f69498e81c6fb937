import { isDeepStrictEqual } from 'node:util'
import { pathOf } from '#test/crash/load/action.ts'
import type { CallClient } from '#test/crash/load/call-client.ts'
import type { Note, Notebook } from '#test/crash/load/notebook.ts'

export type RetryParts = { readonly client: CallClient; readonly notebook: Notebook }

const mostAtOnce = 16

/**
 * Sends each of these keys again. What was answered before must be answered the same; what was not must be answered
 * now, once and for all.
 */
export async function retryNotes(
  { client, notebook }: RetryParts,
  address: string,
  notes: readonly Note[],
): Promise<readonly string[]> {
  const problems: string[] = []
  const left = [...notes].reverse()

  async function retry(note: Note): Promise<void> {
    const { action, key, token, definite } = note
    const answer = await client.call(address, { path: pathOf[action.kind], input: action.input, token, key })
    const heard = notebook.hear(note, answer)
    if (heard !== 'definite') problems.push(`${key}: sent again it was ${heard}: ${JSON.stringify(answer)}`)
    else if (!isDeepStrictEqual(answer, definite[0]))
      problems.push(`${key}: first ${JSON.stringify(definite[0])}, then ${JSON.stringify(answer)}`)
  }
  async function work(): Promise<void> {
    for (let note = left.pop(); note !== undefined; note = left.pop()) await retry(note)
  }
  await Promise.all(Array.from({ length: mostAtOnce }, work))
  return problems
}
