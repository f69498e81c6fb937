import { codes } from '#contract/envelope.ts'
import { cmds, isPrivateTopic } from '#contract/live.ts'
import type { Connection, ConnectionEvents } from '#web/live/connection.ts'
import type { Push } from '#web/live/topics.ts'
import type { CancelTimer, Timers } from '#web/platform/timers.ts'

export type ServerSyncParts = {
  readonly connection: Connection
  readonly timers: Timers
  /** The session the socket should speak for now. */
  readonly token: () => string | undefined
  readonly wantedTopics: () => readonly string[]
  /** A topic has just been asked for on this connection. */
  readonly topicRequested: (topic: string) => void
  readonly deliver: (topic: string, push: Push) => void
  readonly sessionEnded: (token: string) => void
}

export type ServerSync = {
  /** Says what is missing for the server to know the session and the wanted topics, and nothing else. */
  readonly sync: () => void
  readonly receive: ConnectionEvents['frame']
  readonly end: () => void
}

export const loginTimeoutMs = 5_000

/** What has been said on one connection. A new connection begins a new one, so nothing is ever queued for later. */
export function createServerSync(parts: ServerSyncParts): ServerSync {
  const { connection } = parts
  const subscribed = new Set<string>()
  /** Tokens whose login is not answered yet, oldest first: answers come in order and do not say whose they are. */
  const asked: string[] = []
  let speaksFor: string | undefined
  let confirmed = false
  let cancelDeadline: CancelTimer = () => undefined

  function settle(): void {
    const token = parts.token()
    if (token !== speaksFor) confirmed = false
    // A private topic before its login is answered would be refused.
    const wanted = new Set(parts.wantedTopics().filter((topic) => confirmed || !isPrivateTopic(topic)))
    for (const topic of subscribed) if (!wanted.has(topic)) unsubscribe(topic)
    if (token !== speaksFor) changeSession(token)
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
    if (speaksFor !== undefined) connection.send({ cmd: cmds.logout })
    speaksFor = token
    if (token === undefined) return
    asked.push(token)
    connection.send({ cmd: cmds.login, token })
    cancelDeadline()
    cancelDeadline = parts.timers.after(loginTimeoutMs, connection.drop)
  }
  function loginAnswered(code: number): void {
    const token = asked.shift()
    if (asked.length > 0) return
    cancelDeadline()
    const isAnswer = token !== undefined
    // To a login of a session that has been left since.
    if (isAnswer && token !== speaksFor) return
    // Not an answer to anything, 999 takes back a login that was confirmed.
    if (code === codes.sessionInvalid) sessionEnded()
    else if (isAnswer && code === codes.success) confirm()
    // Neither yes nor no: a new connection asks again, after the wait between connections.
    else if (isAnswer) connection.drop()
  }
  function confirm(): void {
    confirmed = true
    settle()
  }
  function sessionEnded(): void {
    // While a login is on its way this can only be about the session before it.
    if (speaksFor === undefined || asked.length > 0) return
    const token = speaksFor
    speaksFor = undefined
    confirmed = false
    for (const topic of subscribed) if (isPrivateTopic(topic)) subscribed.delete(topic)
    parts.sessionEnded(token)
  }
  return {
    sync: settle,
    receive(frame) {
      if (frame.kind === 'login') loginAnswered(frame.code)
      else if (frame.kind === 'sessionInvalid') sessionEnded()
      else if (subscribed.has(frame.topic))
        parts.deliver(frame.topic, { data: frame.data, snapshot: frame.snapshot })
    },
    end: () => cancelDeadline(),
  }
}
