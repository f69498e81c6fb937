export type DecodingGate = {
  /** Does the work when its turn comes; undefined at once when too much waits already. */
  readonly pass: <Result>(turn: Turn, work: () => Promise<Result>) => Promise<Result | undefined>
}

type Turn = { readonly ownerId: number; readonly pixels: number }

/** Decoding takes a thread and memory, and both are everybody's. */
const slots = 2
/** Some kinds unpack as a whole, at up to eight bytes a pixel: a picture beyond this takes all the room there is. */
const pixelsOfOneSlot = 20_000_000
/** A few seconds' worth. Each holds its file, so there are not many. */
const maxQueued = 6
/** The two sides of a document at once, and nobody's third while others wait. */
const mostOfOneOwner = 2

export function createDecodingGate(): DecodingGate {
  let free = slots
  const inHand = new Map<number, number>()
  const waiting: { readonly needs: number; readonly start: () => void }[] = []

  // Strictly in turn: a large one is not overtaken for ever by small ones.
  function startNext(): void {
    for (let next = waiting[0]; next !== undefined && next.needs <= free; next = waiting[0]) {
      waiting.shift()
      free -= next.needs
      next.start()
    }
  }

  async function pass<Result>({ ownerId, pixels }: Turn, work: () => Promise<Result>) {
    const own = inHand.get(ownerId) ?? 0
    if (own === mostOfOneOwner || waiting.length === maxQueued) return undefined
    inHand.set(ownerId, own + 1)
    const needs = pixels > pixelsOfOneSlot ? slots : 1
    await new Promise<void>((start) => {
      waiting.push({ needs, start })
      startNext()
    })
    try {
      return await work()
    } finally {
      free += needs
      const left = (inHand.get(ownerId) ?? 1) - 1
      if (left === 0) inHand.delete(ownerId)
      else inHand.set(ownerId, left)
      startNext()
    }
  }

  return { pass }
}
