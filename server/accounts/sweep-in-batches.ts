const atOnce = 1000
const mostRounds = 100

/** Deletes in portions until one is not full: no statement is long, and what piles up in a minute is gone in one. */
export async function sweepAll(deleteSome: (most: number) => Promise<number>): Promise<void> {
  for (let round = 0; round < mostRounds; round++) {
    if ((await deleteSome(atOnce)) < atOnce) return
  }
}
