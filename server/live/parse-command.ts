import { type ClientFrame, cmds } from '#contract/live.ts'

/** A command whose details are not judged yet. */
export type Command = {
  readonly cmd: ClientFrame['cmd']
  readonly topic: unknown
  readonly token: unknown
}

/** Undefined for what is no command: no JSON, another shape, a word nobody knows. */
export function parseCommand(text: string): Command | undefined {
  const { cmd, topic, token } = parseRecord(text)
  return isCommand(cmd) ? { cmd, topic, token } : undefined
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
    // Whatever is not JSON is answered like any other frame that is no command.
    return {}
  }
}
