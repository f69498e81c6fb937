import { codes } from '#contract/codes.ts'
import type { Say } from '#contract/outcome.ts'

/** A frame the server sends in answer to a command. */
export type Frame = {
  readonly cmd: string
  readonly topic?: string
  readonly code?: number
  readonly msg?: string
}

/** What one command is answered with. No topic is published and no session exists yet, so those are refused. */
export function answerCommand(text: string, say: Say): Frame {
  const command = parseCommand(text)
  switch (command?.cmd) {
    case 'ping':
      return { cmd: 'pong' }
    case 'login':
      return { cmd: 'login', code: codes.sessionInvalid, msg: say('answer.session_invalid') }
    case 'logout':
      return { cmd: 'logout', code: codes.success }
    case 'sub':
    case 'unsub':
      return refuseTopic(command, say)
    default:
      return { cmd: 'error', code: codes.refused, msg: say('reason.invalid_input') }
  }
}

function refuseTopic({ cmd, topic }: Command, say: Say): Frame {
  const field = 'topic'
  const msg = say('reason.invalid_input.field', { field })
  const code = codes.refused
  return typeof topic === 'string' ? { cmd, topic: topic.slice(0, 64), code, msg } : { cmd, code, msg }
}

type Command = { readonly cmd: string; readonly topic?: unknown }

function parseCommand(text: string): Command | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    const isCommand = typeof parsed === 'object' && parsed !== null && 'cmd' in parsed
    return isCommand && typeof parsed.cmd === 'string' ? (parsed as Command) : undefined
  } catch {
    return undefined
  }
}
