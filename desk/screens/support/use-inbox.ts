import { useEffect } from 'react'
import type { SupportDeskPush } from '#contract/live.ts'
import { useParts, useStore } from '#desk/parts/desk-parts.tsx'
import { useLiveQuery, usePollWhileDown, useSupportPushes } from '#desk/parts/live-query.ts'
import type { QueuePlace } from '#desk/parts/queue-place.ts'
import { applyPush, type InboxList, type InboxState } from '#desk/screens/support/inbox-list.ts'

/** A change that needs a read is followed by others: every read is audited. */
const rereadAfterMs = 1_000

/** One page of the inbox, live. */
export function useInbox(place: QueuePlace<InboxState>) {
  const { calls, statusPoll, timers } = useParts()
  const email = useStore(statusPoll).operator?.email ?? ''
  const { state, page } = place
  const query = useLiveQuery<InboxList>(
    ['support', state, page],
    async (options) => {
      const input = {
        state: state === 'closed' ? state : 'open',
        mine: state === 'mine' ? 1 : 0,
        page,
      } as const
      const answer = await calls.supportInbox(input, options)
      statusPoll.setCounts({ support: answer.waiting })
      return { answer, isOutdated: false }
    },
    (list, push) => applyPush(list, push, place, email),
  )
  const { refetch } = query
  const reread = () => void refetch({ cancelRefetch: false })
  const isOutdated = query.data?.isOutdated === true && !query.isFetching
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a list that became outdated is read again.
  useEffect(() => (isOutdated ? timers.after(rereadAfterMs, reread) : undefined), [isOutdated])
  usePollWhileDown(reread)
  useSupportPushes((push) => markDelivered(push, (id, delivered) => calls.markSupport({ id, delivered })))
  return { query, email }
}

/** Tells the user that a message has arrived at the desk. */
function markDelivered(
  push: SupportDeskPush,
  mark: (id: number, delivered: number) => Promise<unknown>,
): void {
  if (!('thread' in push)) return
  const { id, desk_delivered, last_number } = push.thread
  const isNew = push.messages.some(({ author, number }) => author === 'user' && number > desk_delivered)
  // A mark that is lost follows when the thread is opened.
  if (isNew) mark(id, last_number).catch(() => undefined)
}
