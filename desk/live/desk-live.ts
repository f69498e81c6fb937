// The live socket of the console. It is open while a screen listens, because every login to it is audited.
import type { Connection, ConnectionEvents } from '#browser/live/connection.ts'
import { createListeners } from '#browser/live/listeners.ts'
import { createReconnectingConnection, type ReconnectParts } from '#browser/live/reconnecting-connection.ts'
import type { CancelTimer } from '#browser/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import { codes } from '#contract/envelope.ts'
import { cmds, type SupportDeskPush, supportDeskTopic } from '#contract/live.ts'

/** `opening`: the first connection is on its way. `down`: changes are being missed. */
export type DeskLiveState = 'off' | 'opening' | 'up' | 'down'

export type DeskLiveParts = ReconnectParts & {
  /** Token of the operator's session. */
  readonly token: () => string | undefined
  /** The server has refused the session, or ended the login. */
  readonly loginEnded: () => void
  readonly reportError: (error: unknown) => void
}

export type DeskLive = {
  readonly state: ReadableStore<DeskLiveState>
  /**
   * The handler receives every change of a support thread. After each connection it first receives `missed`: it reads
   * again what it shows. Returns a function that removes the handler.
   */
  readonly subscribe: (handler: (push: SupportDeskPush) => void) => () => void
  /** The network or the page is back. */
  readonly wake: () => void
  /** The session has ended. */
  readonly stop: () => void
}

export const deskLiveBounds = {
  /** From the open socket until it has subscribed. */
  openMs: 5_000,
  /** Going from the inbox to a thread keeps the connection. */
  lingerMs: 20_000,
} as const

type Frame = Parameters<ConnectionEvents['frame']>[0]

export function createDeskLive(parts: DeskLiveParts): DeskLive {
  const { timers, token, loginEnded } = parts
  const state = createValueStore<DeskLiveState>('off')
  const listeners = createListeners<SupportDeskPush>(parts.reportError)
  let opened: Connection | undefined
  let cancelDeadline: CancelTimer = () => undefined
  let cancelLinger: CancelTimer = () => undefined
  const connection = createReconnectingConnection(parts, {
    up,
    frame,
    down,
    pong: () => undefined,
    pingMissed: () => undefined,
  })

  function up(connected: Connection): void {
    const current = token()
    if (current === undefined) stop()
    else {
      opened = connected
      connected.send({ cmd: cmds.login, token: current })
      cancelDeadline = timers.after(deskLiveBounds.openMs, connected.drop)
    }
  }
  function frame(received: Frame): void {
    if (received.kind === 'sessionInvalid') refused()
    else if (received.kind === 'login') loginAnswered(received.code)
    else if (received.topic === supportDeskTopic) changed(received.data as SupportDeskPush)
  }
  /** The server's types guarantee the shape of the data. The browser ships no schemas. */
  function changed(push: SupportDeskPush): void {
    // The first snapshot confirms login and subscription.
    cancelDeadline()
    state.set('up')
    listeners.notify(push)
  }
  function loginAnswered(code: number): void {
    if (code === codes.sessionInvalid) refused()
    // Any other code: a new connection logs in again after the backoff.
    else if (code === codes.success) opened?.send({ cmd: cmds.sub, topic: supportDeskTopic })
    else opened?.drop()
  }
  /** The session has ended, or the operator has another role now: the next answer of a call tells which. */
  function refused(): void {
    opened?.drop()
    loginEnded()
  }
  function down(): void {
    cancelDeadline()
    opened = undefined
    if (state.getSnapshot() !== 'off') state.set('down')
  }
  function stop(): void {
    cancelLinger()
    state.set('off')
    connection.stop()
  }
  return {
    state,
    subscribe(handler) {
      cancelLinger()
      const listener = listeners.add(handler)
      if (state.getSnapshot() === 'off' && token() !== undefined) {
        state.set('opening')
        connection.ensureConnected()
      }
      return () => {
        if (!listener.remove() || listeners.count() > 0) return
        cancelLinger = timers.after(deskLiveBounds.lingerMs, stop)
      }
    },
    wake: connection.wake,
    stop,
  }
}
