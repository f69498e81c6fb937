const waitMs = 10_000

/** Items in order of arrival. `next` waits up to ten seconds for the next item not yet taken. */
export function createReceivedQueue<Item>() {
  const all: Item[] = []
  const waiters: ((item: Item) => void)[] = []
  let taken = 0
  return {
    all,
    add(item: Item): void {
      all.push(item)
      const resolveNext = waiters.shift()
      if (resolveNext === undefined) return
      taken += 1
      resolveNext(item)
    },
    async next(): Promise<Item> {
      const item = all[taken]
      if (taken < all.length && item !== undefined) {
        taken += 1
        return item
      }
      return await new Promise<Item>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('nothing was received')), waitMs)
        waiters.push((item) => {
          clearTimeout(late)
          resolve(item)
        })
      })
    },
  }
}
