import { useRef } from 'react'
import type { CloseAnswer, CloseInput } from '#contract/calls/close.ts'
import type { SetStopPriceInput } from '#contract/calls/set-stop-price.ts'
import { type ChangeOptions, cancelOrder, closeOrder, setStops } from '#web/calls/change-order.ts'
import { useParts } from '#web/parts/app-parts.tsx'
import { type ActState, useAct } from '#web/parts/use-act.ts'

/** Whether an act is known to be done, with its answer; `state` says why it is not. */
export type ActOutcome<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer }
  | { readonly kind: 'not_done' }

export type OrderActs = {
  readonly state: ActState
  readonly isBusy: boolean
  readonly forget: () => void
  readonly close: (input: CloseInput) => Promise<ActOutcome<CloseAnswer>>
  readonly cancel: () => Promise<ActOutcome<unknown>>
  readonly save: (input: SetStopPriceInput) => Promise<ActOutcome<unknown>>
}

/** What can be done to one order. A refusal is said beside what was asked for; everything else in a toast. */
export function useOrderActs(id: number): OrderActs {
  const { caller, portfolio } = useParts()
  const { state, isBusy, run, forget } = useAct()
  const isActing = useRef(false)
  const call = caller.callUntilKnown

  async function act<Answer>(
    intent: string,
    make: (options: ChangeOptions) => Promise<Answer>,
    endsIt: boolean,
  ): Promise<ActOutcome<Answer>> {
    // A second press is none of its own: it must not take back what the first expects.
    if (isActing.current) return { kind: 'not_done' }
    isActing.current = true
    const unexpect = endsIt ? portfolio.expectEnd(id) : undefined
    const answer = await run(intent, (options) => make({ ...options, quiet: 'refused' })).finally(() => {
      isActing.current = false
    })
    // Also where it failed: what is shown was not what there is.
    void portfolio.refresh()
    if (answer !== undefined) return { kind: 'done', answer }
    unexpect?.()
    return { kind: 'not_done' }
  }
  return {
    ...{ state, isBusy, forget },
    close: (input) =>
      act(
        `close ${id} ${input.cont ?? 'all'}`,
        (options) => closeOrder(call, input, options),
        input.cont === undefined,
      ),
    cancel: () => act(`cancel ${id}`, (options) => cancelOrder(call, { id }, options), true),
    save: (input) =>
      act(`stops ${JSON.stringify(input)}`, (options) => setStops(call, input, options), false),
  }
}
