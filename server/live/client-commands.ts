import { codes } from '#contract/envelope.ts'
import { type AnswerFrame, type ClientFrame, cmds } from '#contract/live.ts'
import type { Say } from '#contract/outcome.ts'
import type { CommandQueue } from '#server/live/command-queue.ts'
import type { LiveLimits } from '#server/live/live-limits.ts'
import type { Session } from '#server/live/session.ts'
import type { SocketTopics } from '#server/live/socket-topics.ts'
import type { Subscriptions } from '#server/live/subscriptions.ts'
import type { Clock } from '#server/platform/clock.ts'

type CommandContext = {
  readonly clock: Pick<Clock, 'now'>
  readonly say: Say
  readonly answer: (answer: AnswerFrame) => void
  readonly queue: CommandQueue
  readonly session: Session
  readonly topics: Pick<SocketTopics, 'isKnown' | 'accessOf' | 'newestSeq'>
  readonly subscriptions: Subscriptions
  readonly limits: Pick<LiveLimits, 'maxTopics'>
}

/**
 * Handles one frame of a client. Every frame gets an answer, in the order of the frames. Only a ping does not wait:
 * heartbeats must not depend on the database, where a login is looked up.
 */
export function handleCommand(text: string, parts: CommandContext): void {
  const command = parseCommand(text)
  if (command?.cmd === cmds.ping) pong(parts)
  else parts.queue.run(() => execute(command, parts), text.length)
}

function execute(command: Command | undefined, parts: CommandContext): Promise<void> | undefined {
  if (command !== undefined) return handlers[command.cmd](command, parts)
  parts.answer({ cmd: cmds.error, code: codes.refused, msg: parts.say('reason.invalid_input') })
  return undefined
}

type CommandHandler = (command: Command, parts: CommandContext) => Promise<void> | undefined

const handlers: Readonly<Record<ClientFrame['cmd'], CommandHandler>> = {
  [cmds.ping]: (_, parts) => void pong(parts),
  [cmds.login]: ({ token, thread }, { session }) => session.login({ token, thread }),
  [cmds.logout]: (_, { session }) => void session.logout(),
  [cmds.sub]: (command, parts) => void subscribe(command, parts),
  [cmds.unsub]: (command, parts) => void unsubscribe(command, parts),
}

function pong({ clock, answer, topics, subscriptions }: CommandContext): void {
  const QuoteSeq = Math.min(topics.newestSeq(), subscriptions.sentSeq())
  answer({ cmd: cmds.pong, QuoteSeq, Now: clock.now() })
}

function subscribe({ topic }: Command, parts: CommandContext): void {
  const cmd = cmds.sub
  const { say, answer, session, topics, subscriptions, limits } = parts
  if (!isTopic(topic, topics)) {
    answer(unknownTopic(cmd, topic, say))
    return
  }
  const access = topics.accessOf(topic, session.identity())
  if (access === 'login_needed') {
    answer({ cmd, topic, code: codes.sessionInvalid, msg: say('answer.session_invalid') })
  } else if (access === 'forbidden') {
    answer({ cmd, topic, code: codes.refused, msg: say('reason.role_forbidden') })
  } else if (!subscriptions.has(topic) && subscriptions.count() >= limits.maxTopics) {
    answer({ cmd, topic, code: codes.refused, msg: say('live.topics_limit', { count: limits.maxTopics }) })
  } else {
    answer({ cmd, topic, code: codes.success })
    subscriptions.add(topic, session.identity())
  }
}

/** Also succeeds if the client is not subscribed to the topic. */
function unsubscribe({ topic }: Command, { say, answer, topics, subscriptions }: CommandContext): void {
  const cmd = cmds.unsub
  if (isTopic(topic, topics)) {
    subscriptions.remove(topic)
    answer({ cmd, topic, code: codes.success })
  } else answer(unknownTopic(cmd, topic, say))
}

function isTopic(topic: unknown, topics: Pick<SocketTopics, 'isKnown'>): topic is string {
  return typeof topic === 'string' && topics.isKnown(topic)
}

const maxEchoLength = 64

function unknownTopic(cmd: 'sub' | 'unsub', topic: unknown, say: Say): AnswerFrame {
  const refusal = { cmd, code: codes.refused, msg: say('reason.invalid_input.field', { field: 'topic' }) }
  return typeof topic === 'string' ? { ...refusal, topic: topic.slice(0, maxEchoLength) } : refusal
}

/** A command with unchecked fields. */
type Command = {
  readonly cmd: ClientFrame['cmd']
  readonly topic: unknown
  readonly token: unknown
  readonly thread: unknown
}

/** Undefined for invalid JSON, for JSON that is not an object, and for an unknown command. */
function parseCommand(text: string): Command | undefined {
  const { cmd, topic, token, thread } = parseRecord(text)
  return isCommand(cmd) ? { cmd, topic, token, thread } : undefined
}

const commands: ReadonlySet<unknown> = new Set<ClientFrame['cmd']>([
  cmds.login,
  cmds.logout,
  cmds.sub,
  cmds.unsub,
  cmds.ping,
])

function isCommand(cmd: unknown): cmd is ClientFrame['cmd'] {
  return commands.has(cmd)
}

function parseRecord(text: string): { readonly [Field in keyof Command]?: unknown } {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    // Invalid JSON gets the same answer as an unknown command.
    return {}
  }
}
