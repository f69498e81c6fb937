import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SupportDeskPush } from '#contract/live.ts'
import type { CallOptions } from '#desk/calls/call-kinds.ts'
import { useParts, useStore } from '#desk/parts/desk-parts.tsx'
import { type ServerQuery, useServerQuery } from '#desk/parts/query.tsx'

/** Receives changes of support threads while the screen is open. */
export function useSupportPushes(receive: (push: SupportDeskPush) => void): void {
  const { live } = useParts()
  const received = useEffectEvent(receive)
  useEffect(() => live.subscribe((push) => received(push)), [live])
}

/** A query whose answer is kept current by pushes, also by those that arrive while it is being read. */
export function useLiveQuery<Value>(
  queryKey: readonly (string | number)[],
  read: (options: CallOptions) => Promise<Value>,
  apply: (value: Value, push: SupportDeskPush) => Value,
): ServerQuery<Value> {
  /** Pushes since the start of each running read. */
  const running = useRef(new Set<SupportDeskPush[]>())
  const query = useServerQuery(queryKey, async (options) => {
    const pushes: SupportDeskPush[] = []
    running.current.add(pushes)
    try {
      const value = await read(options)
      return pushes.reduce(apply, value)
    } finally {
      running.current.delete(pushes)
    }
  })
  useSupportPushes((push) => {
    for (const pushes of running.current) pushes.push(push)
    query.update((value) => apply(value, push))
  })
  return query
}

/** A connection that comes back sooner needs no banner. */
const lostAfterMs = 2_000

/** Whether the live connection has been down for a while. */
export function useLiveLost(): boolean {
  const { live, timers } = useParts()
  const isDown = useStore(live.state) === 'down'
  const [isLost, setIsLost] = useState(false)
  useEffect(() => {
    setIsLost(false)
    return isDown ? timers.after(lostAfterMs, () => setIsLost(true)) : undefined
  }, [isDown, timers])
  return isDown && isLost
}

const pollMs = 15_000

/** Runs again and again while the live connection is down and the page is visible. */
export function usePollWhileDown(run: () => void): void {
  const { live, timers } = useParts()
  const isDown = useStore(live.state) === 'down'
  const poll = useEffectEvent(() => {
    if (document.visibilityState === 'visible') run()
  })
  useEffect(() => {
    if (!isDown) return
    let cancel = timers.after(pollMs, again)
    function again() {
      poll()
      cancel = timers.after(pollMs, again)
    }
    return () => cancel()
  }, [isDown, timers])
}
