import type { Log } from '#server/platform/log.ts'
import { faultOf } from '#server/storage/error-info.ts'

type Close = () => Promise<void> | void

/** Remembers how to undo each step of an opening, and undoes them last first, once, whatever one of them throws. */
export function createClosing(log: Log) {
  const steps: Close[] = []
  let running: Promise<void> | undefined
  const closeAll = async () => {
    for (const close of steps.reverse()) {
      try {
        await close()
      } catch (caught) {
        log.error({ fault: faultOf(caught).message }, 'a part of the storage did not close')
      }
    }
  }
  return {
    add: (close: Close) => void steps.push(close),
    isRunning: () => running !== undefined,
    run: async () => {
      running ??= closeAll()
      await running
    },
  }
}
