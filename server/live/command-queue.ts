import type { LiveLimits } from '#server/live/live-limits.ts'
import { nextTurn } from '#server/platform/timers.ts'

/** A command that waits for a lookup returns a promise that never rejects. */
export type QueuedCommand = () => Promise<void> | undefined

export type CommandQueue = {
  /** Runs the command now, or after those before it. `size` is the length of its frame. */
  readonly run: (command: QueuedCommand, size: number) => void
}

type CommandQueueParts = {
  readonly limits: Pick<LiveLimits, 'maxPendingCommands' | 'maxPendingChars'>
  /** Waiting commands of a closed socket are dropped. */
  readonly isOpen: () => boolean
  /** Called if more commands wait than our own client ever sends. */
  readonly onAbuse: () => void
}

/**
 * Runs the commands of one socket one after another, so that a subscription sent right after a login is decided for the
 * user of that login. Answers have the same order, because they do not name their command. Commands that waited run one
 * per turn of the event loop, so that many of them do not delay others.
 */
export function createCommandQueue({ limits, isOpen, onAbuse }: CommandQueueParts): CommandQueue {
  const waiting: { readonly command: QueuedCommand; readonly size: number }[] = []
  let waitingChars = 0
  let isRunning = false

  function start(command: QueuedCommand): void {
    const result = command()
    if (result === undefined) return
    isRunning = true
    void result.then(resume)
  }
  function resume(): void {
    isRunning = false
    if (!isOpen()) return
    const next = waiting.shift()
    if (next === undefined) return
    waitingChars -= next.size
    start(next.command)
    if (isRunning || waiting.length === 0) return
    isRunning = true
    void nextTurn().then(resume)
  }
  return {
    run(command, size) {
      if (!isRunning) return start(command)
      const isFull =
        waiting.length >= limits.maxPendingCommands || waitingChars + size > limits.maxPendingChars
      if (isFull) return onAbuse()
      waiting.push({ command, size })
      waitingChars += size
    },
  }
}
