import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** A recorded bar, with the spread at its close if the file has it. */
export type Bar = {
  readonly startMs: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly spread: number | undefined
}

export type RecordedTick = { readonly timeMs: number; readonly bid: number; readonly ask: number }

/** `time_utc_ms,open,high,low,close,volume[,ask_close]` */
export function readBars(file: string): readonly Bar[] {
  return rowsOf(file).map(([startMs = 0, , high = 0, low = 0, close = 0, , ask]) => ({
    startMs,
    high,
    low,
    close,
    spread: ask === undefined ? undefined : ask - close,
  }))
}

/** `time_utc_ms,bid,ask` */
export function readTicks(file: string): readonly RecordedTick[] {
  return rowsOf(file).map(([timeMs = 0, bid = 0, ask = 0]) => ({ timeMs, bid, ask }))
}

function rowsOf(file: string): readonly (readonly number[])[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')
  return lines.slice(1).map((line) => line.split(',').map(Number))
}
