/** Files are held in memory while they arrive and are worked on: so many at once, and so many of one caller. */
const mostAtOnce = 16
const mostOfOneCaller = 3

export type FileTurns = {
  /** Gives the function that ends the turn, or undefined when there is no room. Ending it twice does nothing. */
  readonly take: (scope: string) => (() => void) | undefined
}

export function createFileTurns(): FileTurns {
  const turns = new Map<string, number>()
  let taken = 0
  return {
    take(scope) {
      const own = turns.get(scope) ?? 0
      if (taken === mostAtOnce || own === mostOfOneCaller) return undefined
      taken += 1
      turns.set(scope, own + 1)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        taken -= 1
        const left = (turns.get(scope) ?? 1) - 1
        if (left === 0) turns.delete(scope)
        else turns.set(scope, left)
      }
    },
  }
}
