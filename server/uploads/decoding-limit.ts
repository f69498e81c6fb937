export type DecodingLimit = {
  /** Runs the work when a slot is free; returns undefined at once if too much is queued. */
  readonly run: <Result>(turn: Turn, work: () => Promise<Result>) => Promise<Result | undefined>
}

type Turn = { readonly owner: string; readonly pixels: number }

/** Decoding an image takes a thread and memory, both shared by all users. */
const slots = 2
/** Some formats unpack as a whole, at up to eight bytes per pixel. A larger image takes all slots. */
const pixelsOfOneSlot = 20_000_000
/** Six images take a few seconds to decode. Each queued upload holds its file in memory. */
const maxQueued = 6
/** A user uploads both sides of a document at once. A third upload is refused until one of them ends. */
const maxPerOwner = 2

export function createDecodingLimit(): DecodingLimit {
  let free = slots
  const running = new Map<string, number>()
  const waiting: { readonly needs: number; readonly start: () => void }[] = []

  // First in, first out: small images must not starve a large one.
  function startNext(): void {
    for (let next = waiting[0]; next !== undefined && next.needs <= free; next = waiting[0]) {
      waiting.shift()
      free -= next.needs
      next.start()
    }
  }

  async function run<Result>({ owner, pixels }: Turn, work: () => Promise<Result>) {
    const own = running.get(owner) ?? 0
    if (own === maxPerOwner || waiting.length === maxQueued) return undefined
    running.set(owner, own + 1)
    const needs = pixels > pixelsOfOneSlot ? slots : 1
    await new Promise<void>((start) => {
      waiting.push({ needs, start })
      startNext()
    })
    try {
      return await work()
    } finally {
      free += needs
      const left = (running.get(owner) ?? 1) - 1
      if (left === 0) running.delete(owner)
      else running.set(owner, left)
      startNext()
    }
  }

  return { run }
}
