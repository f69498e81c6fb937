import type { Message } from '#server/messages/message.ts'
import type { RenderedWords } from '#server/messages/render-message.ts'

/** A message with its words, as it is handed to whatever carries it. */
export type Letter = RenderedWords & {
  /** The same on every try, so that the other side can tell a repeat. */
  readonly id: string
  readonly message: Message
  readonly createdAtMs: number
}

/** What became of a try. `why` names a cause in a word or two and never quotes what the other side said. */
export type Delivery =
  | { readonly ok: true }
  | { readonly ok: false; readonly isFinal: boolean; readonly why: string }

/** A way out. It may reject: that counts as a try that failed. */
export type Carrier = {
  /** How many letters it takes at a time. */
  readonly atOnce: number
  readonly deliver: (letter: Letter) => Promise<Delivery>
  /** Cuts off whatever is still under way. */
  readonly close: () => void
}

/** Such as ENOSPC. The words of a fault could quote a recipient or a code, so they go nowhere. */
export function faultName(fault: unknown): string {
  const code = fault instanceof Error && 'code' in fault ? fault.code : undefined
  return typeof code === 'string' && /^[A-Z0-9_]{1,32}$/.test(code) ? code : 'fault'
}
