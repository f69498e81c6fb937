import type { FastifyRequest } from 'fastify'

/**
 * The library that checks schemas reads "1e309" as a whole number without looking at the limits, and what arrives is
 * infinite. No field of ours can be that.
 */
export function refuseEndless(
  { query, body }: Pick<FastifyRequest, 'query' | 'body'>,
  _reply: unknown,
  done: (fault?: Error) => void,
): void {
  const name = endlessField(query) ?? endlessField(body)
  if (name === undefined) done()
  else done(Object.assign(new Error('a number has no end'), { validation: [findingAt(name)] }))
}

function endlessField(fields: unknown): string | undefined {
  if (typeof fields !== 'object' || fields === null) return undefined
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'number' && !Number.isFinite(value)) return name
  return undefined
}

/** As the library would have said it. */
function findingAt(name: string) {
  return { instancePath: `/${name}`, params: {} }
}
