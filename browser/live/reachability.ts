import type { LiveSocket } from '#browser/live/connection.ts'

/** Resolves with whether the host of a live socket answers at all. */
export type ReachabilityProbe = (socketUrl: string) => Promise<boolean>

type ProbedSocketParts = {
  readonly open: (url: string) => LiveSocket
  /** Called when the first socket is opened. */
  readonly createProbe: () => ReachabilityProbe
}

/**
 * Browsers log every failed WebSocket to the console, and no page can prevent that. So every socket but the first is
 * opened only after its host answers a probe. The first is opened at once: the page was just loaded from that host.
 */
export function createProbedSocketOpener({
  open,
  createProbe,
}: ProbedSocketParts): (url: string) => LiveSocket {
  let probe: ReachabilityProbe | undefined
  return (url) => {
    if (probe !== undefined) return openIfReachable(url, open, probe)
    probe = createProbe()
    return open(url)
  }
}

function openIfReachable(url: string, open: ProbedSocketParts['open'], probe: ReachabilityProbe): LiveSocket {
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
    const isReachable = await probe(url)
    if (isClosed) return
    if (!isReachable) return fail()
    const { onopen, onmessage, onerror, onclose } = socket
    opened = Object.assign(open(url), { onopen, onmessage, onerror, onclose })
  }
  // The browser throws on an invalid URL, which counts as a failed attempt.
  begin().catch(fail)
  return socket
}

/**
 * Probes from a worker, because failed requests of a worker are not logged to the console. The worker is loaded right
 * away: it could not be loaded once the host is unreachable.
 */
export function createReachabilityProbe(): ReachabilityProbe {
  const worker = startWorker()
  let isBroken = worker === undefined
  worker?.addEventListener('error', () => {
    isBroken = true
  })
  return async (socketUrl) => {
    // Without a worker every host counts as reachable, and the socket itself detects a failure.
    if (worker === undefined || isBroken) return true
    const { port1, port2 } = new MessageChannel()
    const answer = new Promise<boolean>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data === true)
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
