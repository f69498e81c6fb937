import type { CancelTimer, Timers } from '#server/platform/timers.ts'

export type ClaimLoopParts<Item> = {
  readonly timers: Pick<Timers, 'every' | 'after'>
  /** Items that are worked on at a time. */
  readonly parallel: number
  /** Claims up to `limit` items that are due. `running` are those that are worked on now. */
  readonly claim: (limit: number, running: Iterable<Item>) => Promise<readonly Item[]>
  /** Records its result itself. An item whose work fails is claimed again when its claim expires. */
  readonly work: (item: Item) => Promise<void>
  readonly onClaimFault: (fault: unknown) => void
  readonly onWorkFault: (item: Item, fault: unknown) => void
}

export type ClaimLoop = {
  /** Looks for items shortly, when the caller's transaction is likely to be committed. */
  readonly wake: () => void
  /** Claims nothing more and waits for what is running. The caller limits the time. */
  readonly stop: () => Promise<void>
}

/** Finds items of other processes, and those that are due again. */
export const pollMs = 5000
/** The transaction that stored an item is usually committed by then. */
const wakeMs = 200

/** Works on the items of a stored queue. Several processes may do so: each item is claimed by one of them. */
export function startClaimLoop<Item>(parts: ClaimLoopParts<Item>): ClaimLoop {
  const running = new Map<Promise<void>, Item>()
  let isClaiming = false
  /** Called again while a claim was running. */
  let wasWoken = false
  let isStopping = false
  let cancelWake: CancelTimer | undefined

  /** Claims as many items as can be worked on now. When one is done, the next is claimed. */
  async function claim(): Promise<void> {
    const limit = parts.parallel - running.size
    wasWoken = isClaiming
    if (isStopping || isClaiming || limit <= 0) return
    isClaiming = true
    try {
      for (const item of await parts.claim(limit, running.values())) start(item)
    } catch (fault) {
      parts.onClaimFault(fault)
    } finally {
      isClaiming = false
    }
    // An item may have been stored after this read.
    if (wasWoken) await claim()
  }

  function start(item: Item): void {
    const work = parts
      .work(item)
      .catch((fault: unknown) => parts.onWorkFault(item, fault))
      .finally(() => {
        running.delete(work)
        void claim()
      })
    running.set(work, item)
  }

  const cancelPoll = parts.timers.every(pollMs, () => void claim())
  void claim()
  return {
    wake() {
      if (isStopping) return
      cancelWake ??= parts.timers.after(wakeMs, () => {
        cancelWake = undefined
        void claim()
      })
    },
    async stop() {
      isStopping = true
      cancelPoll()
      cancelWake?.()
      await Promise.all(running.keys())
    },
  }
}
