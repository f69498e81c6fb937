/** Whether the host of a live socket answers at all. Asked from a worker: what fails there is not written anywhere. */
export async function reach(socketUrl: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<boolean>((told) => {
    port1.onmessage = ({ data }) => told(data === true)
  })
  const worker = askWorker()
  // Without a worker nobody can tell, and the socket itself has to find out.
  if (worker === undefined) return true
  worker.postMessage(socketUrl.replace(/^ws/, 'http'), [port2])
  return await answer
}

let asked: Worker | undefined

function askWorker(): Worker | undefined {
  try {
    asked ??= new Worker(new URL('./reach-worker.ts', import.meta.url), { type: 'module' })
    return asked
  } catch {
    return undefined
  }
}
