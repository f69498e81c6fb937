/** Files are held in memory while they arrive and are worked on: so many at once, of one caller, from one network. */
const mostAtOnce = 16
const mostOfOneCaller = 3
const mostOfOneNetwork = 4

export type FileTurns = {
  /** Gives the function that ends the turn, or undefined when there is no room. Ending it twice does nothing. */
  readonly take: (scope: string, network: string) => (() => void) | undefined
}

export function createFileTurns(): FileTurns {
  const ofCallers = new Map<string, number>()
  const ofNetworks = new Map<string, number>()
  let taken = 0
  return {
    take(scope, network) {
      if (taken === mostAtOnce || ofCallers.get(scope) === mostOfOneCaller) return undefined
      if (ofNetworks.get(network) === mostOfOneNetwork) return undefined
      taken += 1
      add(ofCallers, scope, 1)
      add(ofNetworks, network, 1)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        taken -= 1
        add(ofCallers, scope, -1)
        add(ofNetworks, network, -1)
      }
    },
  }
}

function add(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
