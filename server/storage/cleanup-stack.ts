import type { Log } from '#server/platform/log.ts'
import { errorInfo } from '#server/storage/error-info.ts'

type CleanupStep = () => Promise<void> | void

/** Runs the added steps in reverse order, once, and continues when one of them throws. */
export function createCleanupStack(log: Log) {
  const steps: CleanupStep[] = []
  let running: Promise<void> | undefined
  const runAll = async () => {
    for (const step of steps.reverse()) {
      try {
        await step()
      } catch (caught) {
        log.error({ fault: errorInfo(caught).message }, 'a cleanup step of the storage failed')
      }
    }
  }
  return {
    add: (step: CleanupStep) => void steps.push(step),
    isRunning: () => running !== undefined,
    run: async () => {
      running ??= runAll()
      await running
    },
  }
}
