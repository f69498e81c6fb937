import { parseRecord } from '#browser/platform/parse-record.ts'
import { codes } from '#contract/envelope.ts'
import { cmds } from '#contract/live.ts'

/** The newest quote and the server time of a frame: `FrameStamp` of the contract. */
export type MarketStamp = { readonly quoteSeq: number; readonly nowMs: number }

/** The frames the client handles; it ignores all others. */
export type ServerFrame =
  | { readonly kind: 'pong'; readonly stamp: MarketStamp | undefined }
  | { readonly kind: 'login'; readonly code: number }
  | { readonly kind: 'sessionInvalid' }
  | {
      readonly kind: 'push'
      readonly topic: string
      readonly data: unknown
      readonly snapshot: boolean
      /** Of candles only: `CandlePushFrame` of the contract. */
      readonly fills?: number
      readonly stamp: MarketStamp | undefined
    }

/** The largest real frame, a snapshot of every market, is about fifty thousand characters. */
export const maxFrameCharacters = 1_000_000

/** Undefined for binary, oversized, malformed or unknown frames. Never throws. */
export function parseFrame(received: unknown): ServerFrame | undefined {
  if (typeof received !== 'string' || received.length > maxFrameCharacters) return undefined
  const frame = parseRecord(received) ?? {}
  const { cmd, code, topic, data, snapshot, fills } = frame
  if (cmd === cmds.pong) return { kind: 'pong', stamp: stampOf(frame) }
  if (cmd === cmds.login) return typeof code === 'number' ? { kind: 'login', code } : undefined
  // A 999 in answer to any other command, such as a subscription to a private topic, means that the session has ended.
  if (cmd !== undefined) return code === codes.sessionInvalid ? { kind: 'sessionInvalid' } : undefined
  if (typeof topic !== 'string' || data === undefined) return undefined
  const push = { kind: 'push', topic, data, snapshot: snapshot === true, stamp: stampOf(frame) } as const
  return isCount(fills) ? { ...push, fills } : push
}

function stampOf({ QuoteSeq, Now }: Readonly<Record<string, unknown>>): MarketStamp | undefined {
  return isCount(QuoteSeq) && isCount(Now) ? { quoteSeq: QuoteSeq, nowMs: Now } : undefined
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
