/** Something that goes on while at least one watches. */
export type Watchers = {
  /** Returns the way out. Calling that twice counts once. */
  readonly watch: () => () => void
  readonly isWatched: () => boolean
}

/** `begin` is called for the first who comes, and what it returns when the last has left. */
export function createWatchers(begin: () => () => void): Watchers {
  let count = 0
  let end: (() => void) | undefined
  return {
    isWatched: () => count > 0,
    watch() {
      let isWatching = true
      count += 1
      if (count === 1) end = begin()
      return () => {
        if (!isWatching) return
        isWatching = false
        count -= 1
        if (count === 0) end?.()
      }
    },
  }
}
