import type { Connection, ConnectionEvents } from '#browser/live/connection.ts'
import type { CancelTimer, Timers } from '#browser/platform/timers.ts'
import { codes } from '#contract/envelope.ts'
import { cmds, isPrivateTopic, supportTopic } from '#contract/live.ts'
import type { Push } from '#web/live/topics.ts'

/** Who the socket belongs to: the user of a session, or the visitor with the token of a support thread. */
export type Login = { readonly kind: 'session' | 'thread'; readonly token: string }

export type ServerSyncParts = {
  readonly connection: Connection
  readonly timers: Timers
  readonly login: () => Login | undefined
  readonly wantedTopics: () => readonly string[]
  /** A subscription was sent on this connection. */
  readonly topicRequested: (topic: string) => void
  readonly deliver: (topic: string, push: Push) => void
  readonly loginEnded: (login: Login) => void
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
  /** The last login sent to the server. */
  let sent: Login | undefined
  let isConfirmed = false
  let cancelDeadline: CancelTimer = () => undefined

  function sync(): void {
    const login = parts.login()
    if (login?.token !== sent?.token) isConfirmed = false
    const wanted = new Set(parts.wantedTopics().filter((topic) => isAllowed(topic, login)))
    for (const topic of subscribed) if (!wanted.has(topic)) unsubscribe(topic)
    if (login?.token !== sent?.token) changeLogin(login)
    for (const topic of wanted) if (!subscribed.has(topic)) subscribe(topic)
  }
  /** If the login fails, the server refuses its private topics, too. */
  function isAllowed(topic: string, login: Login | undefined): boolean {
    if (!isPrivateTopic(topic)) return true
    return isConfirmed && (login?.kind !== 'thread' || topic === supportTopic)
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
  function changeLogin(login: Login | undefined): void {
    if (sent !== undefined) connection.send({ cmd: cmds.logout })
    sent = login
    if (login === undefined) return
    const { kind, token } = login
    pendingLogins.push(token)
    connection.send(kind === 'session' ? { cmd: cmds.login, token } : { cmd: cmds.login, thread: token })
    cancelDeadline()
    cancelDeadline = parts.timers.after(loginTimeoutMs, connection.drop)
  }
  function loginAnswered(code: number): void {
    const token = pendingLogins.shift()
    if (pendingLogins.length > 0) return
    cancelDeadline()
    const isAnswer = token !== undefined
    // This answers the login of an earlier session.
    if (isAnswer && token !== sent?.token) return
    // A 999 without a pending login revokes the confirmed login.
    if (code === codes.sessionInvalid || (code === codes.refused && sent?.kind === 'thread')) loginEnded()
    else if (isAnswer && code === codes.success) confirm()
    // Any other code: a new connection logs in again after the backoff.
    else if (isAnswer) connection.drop()
  }
  function confirm(): void {
    isConfirmed = true
    sync()
  }
  function loginEnded(): void {
    // While a login is pending, the 999 refers to the one before it.
    if (sent === undefined || pendingLogins.length > 0) return
    const ended = sent
    sent = undefined
    isConfirmed = false
    for (const topic of subscribed) if (isPrivateTopic(topic)) subscribed.delete(topic)
    parts.loginEnded(ended)
  }
  return {
    sync,
    receive(frame) {
      if (frame.kind === 'login') loginAnswered(frame.code)
      else if (frame.kind === 'sessionInvalid') loginEnded()
      else if (subscribed.has(frame.topic)) {
        const { topic, data, snapshot, fills } = frame
        parts.deliver(topic, fills === undefined ? { data, snapshot } : { data, snapshot, fills })
      }
    },
    end: () => cancelDeadline(),
  }
}
