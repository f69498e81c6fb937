import type { DeskSupportMessage } from '#contract/desk/support.ts'

/** Messages of a thread that were read, without gaps. Numbers begin with 1. */
export type MessageWindow = {
  /** Oldest first. */
  readonly messages: readonly DeskSupportMessage[]
  /** Number of the newest message of the thread. */
  readonly lastNumber: number
}

export const emptyWindow: MessageWindow = { messages: [], lastNumber: 0 }

/** Adds messages that adjoin those in the window, and drops repeated ones. `lastNumber` never falls. */
export function addMessages(
  { messages, lastNumber }: MessageWindow,
  added: readonly DeskSupportMessage[],
  ofThread: number,
): MessageWindow {
  const byNumber = new Map([...added, ...messages].map((message) => [message.number, message]))
  const anchor = messages[0]?.number ?? added[0]?.number ?? 0
  let first = anchor
  while (byNumber.has(first - 1)) first -= 1
  const joined: DeskSupportMessage[] = []
  for (let next = byNumber.get(first); next !== undefined; next = byNumber.get(next.number + 1))
    joined.push(next)
  const numbers = added.map(({ number }) => number)
  return { messages: joined, lastNumber: Math.max(lastNumber, ofThread, ...numbers) }
}

export function firstNumber({ messages }: MessageWindow): number {
  return messages[0]?.number ?? 1
}

/** Number of the newest message in the window; 0 if it is empty. */
export function newestNumber({ messages }: MessageWindow): number {
  return messages.at(-1)?.number ?? 0
}

export function hasOlder(window: MessageWindow): boolean {
  return firstNumber(window) > 1
}

export function hasNewer(window: MessageWindow): boolean {
  return newestNumber(window) < window.lastNumber
}
