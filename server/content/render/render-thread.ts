// Renders texts in a worker thread (render-worker.ts): a long or hostile one takes up to half a second.
import { Worker } from 'node:worker_threads'
import type { Timers } from '#server/platform/timers.ts'

/** `too_complex` depends on the text alone; `busy` may succeed later. */
export type Rendered =
  | { readonly kind: 'rendered'; readonly html: string }
  | { readonly kind: 'too_complex' }
  | { readonly kind: 'busy' }

export type RenderThread = {
  readonly render: (text: string) => Promise<Rendered>
  readonly stop: () => Promise<void>
}

type RenderThreadParts = {
  readonly timers: Timers
  /** For tests. */
  readonly workerUrl?: URL | undefined
}

type Pending = { readonly text: string; readonly settle: (rendered: Rendered) => void }

/** At most 200 texts wait, so that they do not fill the memory. */
const maxPending = 200
/** Ten times what the slowest known text takes on a slow machine. */
const timeoutMs = 5_000
const memoryMb = 128
const ownWorker = new URL('./render-worker.ts', import.meta.url)

/**
 * One worker, started by the first text. It does not keep the process alive. A text on which it fails or takes too long is
 * too complex, and the next text gets a new worker.
 */
export function createRenderThread({ timers, workerUrl = ownWorker }: RenderThreadParts): RenderThread {
  const pending: Pending[] = []
  let worker: Worker | undefined
  let cancelTimeout = () => {}
  let isStopped = false

  function start(): Worker {
    const started = new Worker(workerUrl, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    started.unref()
    started.on('message', (html: string | undefined) => {
      if (started === worker)
        settleFirst(html === undefined ? { kind: 'too_complex' } : { kind: 'rendered', html })
    })
    const fail = () => {
      if (started === worker) replaceWorker()
    }
    started.on('error', fail)
    started.on('exit', fail)
    return started
  }

  function replaceWorker(): void {
    void worker?.terminate()
    worker = undefined
    settleFirst({ kind: 'too_complex' })
  }

  function settleFirst(rendered: Rendered): void {
    cancelTimeout()
    pending.shift()?.settle(rendered)
    postNext()
  }

  function postNext(): void {
    const next = pending[0]
    if (next === undefined) return
    worker ??= start()
    worker.postMessage(next.text)
    cancelTimeout = timers.after(timeoutMs, replaceWorker)
  }

  return {
    async render(text) {
      if (isStopped || pending.length >= maxPending) return { kind: 'busy' }
      return await new Promise((settle) => {
        pending.push({ text, settle })
        if (pending.length === 1) postNext()
      })
    },
    async stop() {
      isStopped = true
      cancelTimeout()
      for (const { settle } of pending.splice(0)) settle({ kind: 'busy' })
      const ended = worker
      worker = undefined
      await ended?.terminate()
    },
  }
}
