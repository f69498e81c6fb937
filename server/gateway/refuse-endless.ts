import type { FastifyRequest } from 'fastify'

/**
 * The library that checks schemas reads "1e309" as a whole number without looking at the limits, and what arrives is
 * infinite. No field of ours can be that.
 */
export async function refuseEndless({ query, body }: Pick<FastifyRequest, 'query' | 'body'>): Promise<void> {
  for (const fields of [query, body]) {
    if (typeof fields !== 'object' || fields === null) continue
    for (const [name, value] of Object.entries(fields)) {
      const isEndless = typeof value === 'number' && !Number.isFinite(value)
      if (isEndless) throw Object.assign(new Error('a number has no end'), { validation: [findingAt(name)] })
    }
  }
}

/** As the library would have said it. */
function findingAt(name: string) {
  return { instancePath: `/${name}`, params: {} }
}
