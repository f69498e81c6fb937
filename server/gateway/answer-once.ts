import { createHash, hash } from 'node:crypto'
import type { Call } from '#contract/call.ts'
import type { Outcome } from '#contract/outcome.ts'
import type { FileAnswer, Prepared, ReceivedFile } from '#server/gateway/route.ts'
import type { Once } from '#server/repeats/repeats.ts'

type Asked = {
  readonly scope: string
  readonly key: string
  readonly call: Call
  readonly fingerprint: string
}

export async function answerOnce(
  once: Once,
  { scope, key, call, fingerprint }: Asked,
  work: () => Promise<Outcome<unknown> | Prepared | FileAnswer>,
): Promise<Outcome<unknown>> {
  return await once({ scope, key, call: call.name, fingerprint }, async () => {
    const outcome = await work()
    if (outcome.kind === 'prepared' || outcome.kind === 'file')
      throw new Error(`${call.name} changes nothing`)
    return outcome
  })
}

/** The same for the same call with the same parameters, in whatever order they were written. */
export function fingerprintOf({ name }: Call, input: unknown, file: ReceivedFile | undefined): string {
  const fields = Object.entries(input as Record<string, unknown>).filter(
    ([field]) => field !== 'idem' && field !== 't',
  )
  const sorted = fields.sort(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify([name, sorted])
  if (file === undefined) return hash('sha256', text, 'hex')
  return createHash('sha256').update(text).update(file.bytes).digest('hex')
}
