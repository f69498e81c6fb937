import type { FeedSource } from '#server/feed/feed.ts'
import { sourceIdOf } from '#server/market-data/quote-store.ts'
import type { Pool } from '#server/storage/storage.ts'

/** A source of the feed, as it is stored and shown. */
export type Source = {
  /** Key that feed events name. Secret. */
  readonly key: string
  /** Id in `feed_sources`. */
  readonly id: number
  /** Name on quotes and receipts, which users see. */
  readonly name: string
}

/** Every source has its own metrics, so their number is limited. */
const maxSources = 16
/** With the ten digits of an id, a name has at most 32 characters. */
const kindPattern = /^[a-z][a-z0-9-]{0,19}$/

/** Checks the sources of a feed and gives each its name. Inserts the new ones. */
export async function registerSources(pool: Pool, given: readonly FeedSource[]): Promise<readonly Source[]> {
  checkSources(given)
  const sources: Source[] = []
  for (const { kind, key } of given) {
    const id = await sourceIdOf(pool, key)
    sources.push({ key, id, name: `${kind}:${id}` })
  }
  return sources
}

function checkSources(given: readonly FeedSource[]): void {
  if (given.length === 0 || given.length > maxSources)
    throw new RangeError(`a feed must have 1 to ${maxSources} sources, not ${given.length}`)
  if (new Set(given.map(({ key }) => key)).size < given.length)
    throw new Error('two sources of the feed have the same key')
  const bad = given.find(({ kind }) => !kindPattern.test(kind))
  if (bad !== undefined) throw new Error(`a source of the feed has the invalid kind ${bad.kind}`)
}
