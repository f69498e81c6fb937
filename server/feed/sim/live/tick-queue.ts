import { minuteMs } from '#core/candle/period.ts'
import type { Tick } from '#server/feed/sim/live/open-ticks.ts'

/** The ticks of one market from a moment on, handed out as they fall due. */
export type TickQueue = {
  /** Hands out every tick up to and including this moment that was not handed out before, oldest first. */
  readonly takeDue: (nowMs: number, take: (tick: Tick) => void) => void
}

/** Holds one minute at a time. The first tick it hands out is the first after `fromMs`. */
export function createTickQueue(ticksOf: (minute: number) => readonly Tick[], fromMs: number): TickQueue {
  let minute = Math.floor(fromMs / minuteMs)
  let ticks = ticksOf(minute)
  let next = ticks.findIndex(({ timeMs }) => timeMs > fromMs)
  if (next === -1) next = ticks.length

  function takeMinute(nowMs: number, take: (tick: Tick) => void): void {
    for (let tick = ticks[next]; tick !== undefined && tick.timeMs <= nowMs; tick = ticks[next]) {
      next++
      take(tick)
    }
  }
  return {
    takeDue(nowMs, take) {
      takeMinute(nowMs, take)
      while ((minute + 1) * minuteMs <= nowMs) {
        minute++
        ticks = ticksOf(minute)
        next = 0
        takeMinute(nowMs, take)
      }
    },
  }
}
