import { type CallFailure, isCallFailure } from '#web/calls/call-failure.ts'
import type { ChangeOptions } from '#web/calls/change-order.ts'
import type { ReadableStore, ValueStore } from '#web/platform/value-store.ts'

export type ActState<Request = unknown> =
  | { readonly kind: 'idle' }
  /** `isInDoubt`: an earlier try got no answer, and the same is asked again. */
  | { readonly kind: 'busy'; readonly isInDoubt: boolean; readonly request: Request }
  /** Nobody could say how it went. What was asked is kept as it was, with its key. */
  | {
      readonly kind: 'unknown'
      readonly request: Request
      readonly key: string
      readonly sentAtMs: number
    }
  /** Nobody could say for so long that it is not meant any more. */
  | { readonly kind: 'too_old' }
  | { readonly kind: 'failed'; readonly failure: CallFailure }

export type Act<Request, Answer> = ReadableStore<ActState<Request>> & {
  /** Undefined when it was not done, or not for certain. While another is under way or in doubt it does nothing. */
  readonly run: (request: Request) => Promise<Answer | undefined>
  /** Repeats exactly the request in doubt under its own key, whatever has changed since. */
  readonly askAgain: () => Promise<Answer | undefined>
  /** What became of it has been read. One that is not known yet is not forgotten. */
  readonly forget: () => void
  /** Leaves a doubt as it is. Only for what may be done twice. */
  readonly giveUp: () => void
}

export type ActParts<Request, Answer> = {
  /** Where its state is held. Whoever clears it away also clears away what is under way. */
  readonly slot: ValueStore<ActState<Request>>
  readonly make: (request: Request, options: ChangeOptions) => Promise<Answer>
  readonly now: () => number
}

/** As long as it is worth asking: nobody wants now what they meant an hour ago. The server knows a key for a day. */
export const longestDoubtMs = 5 * 60 * 1_000

/** Whether what was sent then may still be asked about. A clock that was set back makes it too old as well. */
export function isStillMeant(sentAtMs: number, nowMs: number): boolean {
  return nowMs >= sentAtMs && nowMs - sentAtMs <= longestDoubtMs
}

export const idle = { kind: 'idle' } as const

type Tried = { readonly key: string; readonly sentAtMs: number }

/** One act at a time, done once, however fast somebody presses and whatever is lost on the way. */
export function createAct<Request, Answer>(parts: ActParts<Request, Answer>): Act<Request, Answer> {
  const { slot, make, now } = parts

  async function attempt(request: Request, tried?: Tried): Promise<Answer | undefined> {
    const sentAtMs = tried?.sentAtMs ?? now()
    let shown: ActState<Request> = { kind: 'busy', isInDoubt: tried !== undefined, request }
    /** Says whether this is still what is under way. */
    const show = (next: ActState<Request>) => {
      if (slot.getSnapshot() !== shown) return false
      shown = next
      slot.set(next)
      return true
    }
    slot.set(shown)
    try {
      const onDoubt = () => void show({ kind: 'busy', isInDoubt: true, request })
      const answer = await make(request, { key: tried?.key, onDoubt })
      return show(idle) ? answer : undefined
    } catch (failure) {
      if (!isCallFailure(failure)) {
        show(tried === undefined ? idle : { kind: 'unknown', request, ...tried })
        throw failure
      }
      const isUnknown = failure.kind === 'unknown'
      show(isUnknown ? { kind: 'unknown', request, key: failure.key, sentAtMs } : { kind: 'failed', failure })
      return undefined
    }
  }
  return {
    getSnapshot: slot.getSnapshot,
    subscribe: slot.subscribe,
    async run(request) {
      const { kind } = slot.getSnapshot()
      return kind === 'busy' || kind === 'unknown' ? undefined : await attempt(request)
    },
    async askAgain() {
      const state = slot.getSnapshot()
      if (state.kind !== 'unknown') return undefined
      const { request, key, sentAtMs } = state
      if (isStillMeant(sentAtMs, now())) return await attempt(request, { key, sentAtMs })
      slot.set({ kind: 'too_old' })
      return undefined
    },
    forget() {
      const { kind } = slot.getSnapshot()
      if (kind === 'failed' || kind === 'too_old') slot.set(idle)
    },
    giveUp() {
      if (slot.getSnapshot().kind !== 'busy') slot.set(idle)
    },
  }
}
