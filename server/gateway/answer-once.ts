import { createHash } from 'node:crypto'
import type { Call } from '#contract/call.ts'
import type { Outcome } from '#contract/outcome.ts'
import type { FileAnswer, Prepared, ReceivedFile } from '#server/gateway/route.ts'
import type { Once } from '#server/repeats/repeats.ts'

type Asked = {
  readonly scope: string
  readonly key: string
  readonly call: Call
  readonly input: unknown
  readonly file: ReceivedFile | undefined
}

export async function answerOnce(
  once: Once,
  { scope, key, call, input, file }: Asked,
  work: () => Promise<Outcome<unknown> | Prepared | FileAnswer>,
): Promise<Outcome<unknown>> {
  return await once({ scope, key, call: call.name, fingerprint: fingerprintOf(input, file) }, async () => {
    const outcome = await work()
    if (outcome.kind === 'prepared' || outcome.kind === 'file')
      throw new Error(`${call.name} changes nothing`)
    return outcome
  })
}

/** The same for the same parameters in whatever order they were written. */
function fingerprintOf(input: unknown, file: ReceivedFile | undefined): string {
  const fields = Object.entries(input as Record<string, unknown>).filter(
    ([name]) => name !== 'idem' && name !== 't',
  )
  const hash = createHash('sha256').update(JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1))))
  if (file !== undefined) hash.update(file.bytes)
  return hash.digest('hex')
}
