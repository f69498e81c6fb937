export type Reach = (socketUrl: string) => Promise<boolean>

/**
 * Tells whether the host of a live socket answers at all. It is asked from a worker, for what fails there is not written
 * into any console. The worker is fetched right away: once the host is gone it could not be.
 */
export function createReach(): Reach {
  const worker = startWorker()
  let isBroken = worker === undefined
  worker?.addEventListener('error', () => {
    isBroken = true
  })
  return async (socketUrl) => {
    // Without a worker nobody can tell, and the socket itself has to find out.
    if (worker === undefined || isBroken) return true
    const { port1, port2 } = new MessageChannel()
    const answer = new Promise<boolean>((told) => {
      port1.onmessage = ({ data }) => told(data === true)
    })
    worker.postMessage(socketUrl.replace(/^ws/, 'http'), [port2])
    return await answer.finally(() => port1.close())
  }
}

function startWorker(): Worker | undefined {
  try {
    return new Worker(new URL('./reach-worker.ts', import.meta.url), { type: 'module' })
  } catch {
    return undefined
  }
}
