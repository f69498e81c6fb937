import type { LiveSocket } from '#web/live/connection.ts'

type ProbedSocketParts = {
  readonly open: (url: string) => LiveSocket
  /** Called with the first socket. What it makes says whether anything answers, and nothing in the console. */
  readonly createProbe: () => ReachabilityProbe
}

/**
 * A browser writes into its console that a WebSocket could not be opened, and no page can keep it from that. So once
 * a connection has ended, the next ones are opened only where something answers: while the server is away the stale
 * mark stays the only sign of it. The first is opened at once, for the page itself has just come from there.
 */
export function createProbedSocketOpener({
  open,
  createProbe: createReachabilityProbe,
}: ProbedSocketParts): (url: string) => LiveSocket {
  let reach: ReachabilityProbe | undefined
  return (url) => {
    if (reach !== undefined) return openIfReachable(url, open, reach)
    reach = createReachabilityProbe()
    return open(url)
  }
}

function openIfReachable(url: string, open: ProbedSocketParts['open'], reach: ReachabilityProbe): LiveSocket {
  let opened: LiveSocket | undefined
  let isClosed = false
  const socket: LiveSocket = {
    onopen: null,
    onmessage: null,
    onerror: null,
    onclose: null,
    send: (data) => opened?.send(data),
    close() {
      isClosed = true
      opened?.close()
    },
  }
  const fail = () => socket.onerror?.call(undefined as never, new Event('error'))
  async function begin(): Promise<void> {
    const isReached = await reach(url)
    if (isClosed) return
    if (!isReached) return fail()
    const { onopen, onmessage, onerror, onclose } = socket
    opened = Object.assign(open(url), { onopen, onmessage, onerror, onclose })
  }
  // A browser may throw on an address it does not like; that is one more failed try.
  begin().catch(fail)
  return socket
}

type ReachabilityProbe = (socketUrl: string) => Promise<boolean>

/**
 * Tells whether the host of a live socket answers at all. It is asked from a worker, for what fails there is not written
 * into any console. The worker is fetched right away: once the host is gone it could not be.
 */
export function createReach(): ReachabilityProbe {
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
    return new Worker(new URL('./reachability-worker.ts', import.meta.url), { type: 'module' })
  } catch {
    return undefined
  }
}
