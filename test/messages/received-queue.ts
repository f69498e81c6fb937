const waitMs = 10_000

/** What comes from outside, in order: `next` waits for the one that has not been asked for yet, within a bound. */
export function createArrivals<Item>() {
  const all: Item[] = []
  const asking: ((item: Item) => void)[] = []
  let given = 0
  return {
    all,
    add(item: Item): void {
      all.push(item)
      const ask = asking.shift()
      if (ask === undefined) return
      given += 1
      ask(item)
    },
    async next(): Promise<Item> {
      const here = all[given]
      if (given < all.length && here !== undefined) {
        given += 1
        return here
      }
      return await new Promise<Item>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('nothing arrived')), waitMs)
        asking.push((item) => {
          clearTimeout(late)
          resolve(item)
        })
      })
    },
  }
}
