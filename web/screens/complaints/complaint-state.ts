import type { ListedComplaint } from '#contract/calls/complaints.ts'

export type ShownState = 'open' | 'overdue' | 'answered'

export function shownState(
  { state, due_at }: Pick<ListedComplaint, 'state' | 'due_at'>,
  nowMs: number,
): ShownState {
  if (state === 'answered') return 'answered'
  return Date.parse(due_at) < nowMs ? 'overdue' : 'open'
}

/** Clocks of phones differ from the server's by this much at most. */
const clockDifferenceMs = 10 * 60_000

/** Whether a complaint of the list is probably the one that was sent: the same text, at the time of sending. */
export function isProbablyFiled(
  { text, sentAtMs }: { readonly text: string; readonly sentAtMs: number },
  complaints: readonly Pick<ListedComplaint, 'text' | 'created_at'>[],
): boolean {
  const plain = (written: string) => written.replace(/\s+/g, ' ').trim()
  return complaints.some(
    (complaint) =>
      plain(complaint.text) === plain(text) &&
      Date.parse(complaint.created_at) >= sentAtMs - clockDifferenceMs,
  )
}
