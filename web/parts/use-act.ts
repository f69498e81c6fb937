import { useEffect, useRef, useState } from 'react'
import { type CallFailure, isCallFailure } from '#web/calls/call-failure.ts'
import type { ChangeOptions } from '#web/calls/change-order.ts'

export type ActState =
  | { readonly kind: 'idle' }
  /** `isInDoubt`: the first try got no answer, and the same is asked again. */
  | { readonly kind: 'busy'; readonly isInDoubt: boolean }
  /** Nobody could say how it went; pressing again asks again with the same key. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly failure: CallFailure }

/**
 * One act on an order at a time, however fast somebody presses. An act whose outcome nobody knew is asked again under its
 * own key as long as it is the same act, so that it is done once. Answers undefined when it was not done, or not for certain.
 */
export function useAct() {
  const [state, setState] = useState<ActState>({ kind: 'idle' })
  const isRunning = useRef(false)
  const inDoubt = useRef<{ readonly intent: string; readonly key: string }>(undefined)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const settle = (next: ActState) => {
    isRunning.current = false
    if (isHere.current) setState(next)
  }
  async function run<Answer>(
    intent: string,
    make: (options: ChangeOptions) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    if (isRunning.current) return undefined
    isRunning.current = true
    setState({ kind: 'busy', isInDoubt: false })
    const key = inDoubt.current?.intent === intent ? inDoubt.current.key : undefined
    const onDoubt = () => {
      if (isHere.current) setState({ kind: 'busy', isInDoubt: true })
    }
    try {
      const answer = await make({ key, onDoubt })
      inDoubt.current = undefined
      settle({ kind: 'idle' })
      return answer
    } catch (failure) {
      if (!isCallFailure(failure)) {
        settle({ kind: 'idle' })
        throw failure
      }
      inDoubt.current = failure.kind === 'unknown' ? { intent, key: failure.key } : undefined
      settle(failure.kind === 'unknown' ? { kind: 'unknown' } : { kind: 'failed', failure })
      return undefined
    }
  }
  const forget = () => setState({ kind: 'idle' })
  return { state, isBusy: state.kind === 'busy', run, forget }
}
