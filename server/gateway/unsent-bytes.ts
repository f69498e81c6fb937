/** Bytes of responses that their clients have not read yet. */
export type UnsentBytes = {
  /** Returns the function that gives the bytes back, once; undefined if there would be too many. */
  readonly take: (client: string, bytes: number) => (() => void) | undefined
}

/** Limits how much slow clients keep in memory, all together and each of them. */
export function createUnsentBytes(limits: {
  readonly inTotal: number
  readonly perClient: number
}): UnsentBytes {
  const byClient = new Map<string, number>()
  let total = 0

  function change(client: string, bytes: number): void {
    total += bytes
    const left = (byClient.get(client) ?? 0) + bytes
    if (left === 0) byClient.delete(client)
    else byClient.set(client, left)
  }
  return {
    take(client, bytes) {
      const ofClient = byClient.get(client) ?? 0
      if (total + bytes > limits.inTotal || ofClient + bytes > limits.perClient) return undefined
      change(client, bytes)
      let isTaken = true
      return () => {
        if (isTaken) change(client, -bytes)
        isTaken = false
      }
    },
  }
}
