import type { Connection, ConnectionEvents } from '#browser/live/connection.ts'
import type { CancelTimer, Timers } from '#browser/platform/timers.ts'
import { codes } from '#contract/envelope.ts'
import { cmds, isPrivateTopic } from '#contract/live.ts'
import type { Push } from '#web/live/topics.ts'

export type ServerSyncParts = {
  readonly connection: Connection
  readonly timers: Timers
  /** Token of the current session. */
  readonly token: () => string | undefined
  readonly wantedTopics: () => readonly string[]
  /** A subscription was sent on this connection. */
  readonly topicRequested: (topic: string) => void
  readonly deliver: (topic: string, push: Push) => void
  readonly sessionEnded: (token: string) => void
}

export type ServerSync = {
  /** Sends the commands that bring the server's session and topics in line with the wanted ones. */
  readonly sync: () => void
  readonly receive: ConnectionEvents['frame']
  readonly end: () => void
}

export const loginTimeoutMs = 5_000

/** Login and subscriptions of one connection. Each connection gets a new object, so no command is queued while down. */
export function createServerSync(parts: ServerSyncParts): ServerSync {
  const { connection } = parts
  const subscribed = new Set<string>()
  /** Tokens whose login is unanswered, oldest first. Answers arrive in order and do not name their token. */
  const pendingLogins: string[] = []
  /** The last token sent to the server. */
  let sentToken: string | undefined
  let isConfirmed = false
  let cancelDeadline: CancelTimer = () => undefined

  function sync(): void {
    const token = parts.token()
    if (token !== sentToken) isConfirmed = false
    // If the login fails, the server refuses its private topics, too.
    const wanted = new Set(parts.wantedTopics().filter((topic) => isConfirmed || !isPrivateTopic(topic)))
    for (const topic of subscribed) if (!wanted.has(topic)) unsubscribe(topic)
    if (token !== sentToken) changeSession(token)
    for (const topic of wanted) if (!subscribed.has(topic)) subscribe(topic)
  }
  function subscribe(topic: string): void {
    subscribed.add(topic)
    connection.send({ cmd: cmds.sub, topic })
    parts.topicRequested(topic)
  }
  function unsubscribe(topic: string): void {
    subscribed.delete(topic)
    connection.send({ cmd: cmds.unsub, topic })
  }
  function changeSession(token: string | undefined): void {
    if (sentToken !== undefined) connection.send({ cmd: cmds.logout })
    sentToken = token
    if (token === undefined) return
    pendingLogins.push(token)
    connection.send({ cmd: cmds.login, token })
    cancelDeadline()
    cancelDeadline = parts.timers.after(loginTimeoutMs, connection.drop)
  }
  function loginAnswered(code: number): void {
    const token = pendingLogins.shift()
    if (pendingLogins.length > 0) return
    cancelDeadline()
    const isAnswer = token !== undefined
    // This answers the login of an earlier session.
    if (isAnswer && token !== sentToken) return
    // A 999 without a pending login revokes the confirmed login.
    if (code === codes.sessionInvalid) sessionEnded()
    else if (isAnswer && code === codes.success) confirm()
    // Any other code: a new connection logs in again after the backoff.
    else if (isAnswer) connection.drop()
  }
  function confirm(): void {
    isConfirmed = true
    sync()
  }
  function sessionEnded(): void {
    // While a login is pending, the 999 refers to the session before it.
    if (sentToken === undefined || pendingLogins.length > 0) return
    const token = sentToken
    sentToken = undefined
    isConfirmed = false
    for (const topic of subscribed) if (isPrivateTopic(topic)) subscribed.delete(topic)
    parts.sessionEnded(token)
  }
  return {
    sync,
    receive(frame) {
      if (frame.kind === 'login') loginAnswered(frame.code)
      else if (frame.kind === 'sessionInvalid') sessionEnded()
      else if (subscribed.has(frame.topic)) {
        const { topic, data, snapshot, fills } = frame
        parts.deliver(topic, fills === undefined ? { data, snapshot } : { data, snapshot, fills })
      }
    },
    end: () => cancelDeadline(),
  }
}
