import type { DeskSupportThread, SupportInboxAnswer } from '#contract/desk/support.ts'
import type { SupportDeskPush } from '#contract/live.ts'
import { pageSize } from '#desk/parts/pagination.ts'
import type { QueuePlace } from '#desk/parts/queue-place.ts'

export const inboxStates = ['open', 'mine', 'closed'] as const
export type InboxState = (typeof inboxStates)[number]

export type InboxList = {
  readonly answer: SupportInboxAnswer
  /** The page may now have other threads, which only the server knows. */
  readonly isOutdated: boolean
}

/** A page of the inbox after a push. `email` is that of the operator. */
export function applyPush(
  list: InboxList,
  push: SupportDeskPush,
  place: QueuePlace<InboxState>,
  email: string,
): InboxList {
  if ('missed' in push) return { ...list, isOutdated: true }
  if ('typing' in push) return list
  if ('gone' in push) return removeThread(list, push.gone, place)
  const { thread } = push
  return isListed(thread, place.state, email)
    ? putThread(list, thread, place)
    : removeThread(list, thread.id, place)
}

export function isListed(
  { state, assigned_to, last_number }: DeskSupportThread,
  place: InboxState,
  email: string,
): boolean {
  if (place === 'closed') return state === 'closed' && last_number > 0
  return state === 'open' && (place === 'open' || assigned_to === email)
}

function putThread(list: InboxList, thread: DeskSupportThread, place: QueuePlace<InboxState>): InboxList {
  const { answer } = list
  const before = answer.data.find(({ id }) => id === thread.id)
  const others = answer.data.filter(({ id }) => id !== thread.id)
  const data = [...others, thread].sort(orderOf(place.state))
  const total = before === undefined ? answer.total + 1 : answer.total
  // With more than one page the thread may belong to another page, or another one to this.
  const isWhole = isOnlyPage(answer, place) && total <= pageSize
  const stays = before !== undefined && isSameRank(before, thread, place.state)
  if (!isWhole && before === undefined) return { ...list, isOutdated: true }
  return { answer: { ...answer, data, total }, isOutdated: list.isOutdated || !(isWhole || stays) }
}

function removeThread(list: InboxList, threadId: number, place: QueuePlace<InboxState>): InboxList {
  const { answer } = list
  const data = answer.data.filter(({ id }) => id !== threadId)
  if (data.length === answer.data.length)
    return isOnlyPage(answer, place) ? list : { ...list, isOutdated: true }
  const isWhole = isOnlyPage(answer, place)
  return { answer: { ...answer, data, total: answer.total - 1 }, isOutdated: list.isOutdated || !isWhole }
}

function isOnlyPage({ total }: SupportInboxAnswer, { page }: QueuePlace<InboxState>): boolean {
  return page === 1 && total <= pageSize
}

function isSameRank(before: DeskSupportThread, after: DeskSupportThread, state: InboxState): boolean {
  return state === 'closed' ? before.last_at === after.last_at : before.waiting_since === after.waiting_since
}

/** As the server: open ones by the longest wait, then those without one; closed ones newest first. */
function orderOf(state: InboxState): (one: DeskSupportThread, other: DeskSupportThread) => number {
  if (state === 'closed')
    return (one, other) => timeOf(other.last_at) - timeOf(one.last_at) || other.id - one.id
  return (one, other) => waitOf(one) - waitOf(other) || one.id - other.id
}

const timeOf = (iso: string) => Date.parse(iso)

/** Those that do not wait are last. Not infinite: the difference of two must be a number. */
function waitOf({ waiting_since }: DeskSupportThread): number {
  return waiting_since === null ? Number.MAX_SAFE_INTEGER : timeOf(waiting_since)
}
