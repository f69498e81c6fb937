// Complaints of the fake desk.
import { createHash } from 'node:crypto'
import type { ComplaintDetailsAnswer } from '#contract/desk/complaints.ts'
import { type Answer, no, ok, pageSize } from '#test/browser/desk/fake-answers.ts'
import { serverEn } from '#test/browser/words.ts'

export const evidence = JSON.stringify({ format: 'openlot-evidence', orders: [12, 15] })
export const evidenceHash = createHash('sha256').update(evidence).digest('hex')

export function exampleComplaint(
  id: number,
  change: Partial<ComplaintDetailsAnswer> = {},
): ComplaintDetailsAnswer {
  return {
    id,
    number: `C-2026-${String(id).padStart(6, '0')}`,
    uid: '30481277',
    state: 'open',
    created_at: '2026-03-01T08:00:00.000Z',
    due_at: '2026-03-11T08:00:00.000Z',
    answered_at: null,
    text: 'My stop loss was filled two points below its price.\nI ask you to check the quote.',
    is_demo: 0,
    orders: [12, 15],
    deposits: [],
    withdrawals: [46],
    answer: '',
    answered_by: '',
    pack: 'ready',
    pack_sha256: evidenceHash,
    pack_bytes: evidence.length,
    ...change,
  }
}

/** The example user was past the deadline at noon of 5 March. */
export const overdueSince = '2026-03-04T08:00:00.000Z'

type World = { complaints: readonly ComplaintDetailsAnswer[] }

export const openComplaints = ({ complaints }: World) => complaints.filter(({ state }) => state === 'open')

/** The operator `email` makes the calls. */
export function complaintAnswers(world: World, email: string): Readonly<Record<string, Answer>> {
  return {
    'complaints/queue': ({ state, page }) => {
      const listed = world.complaints.filter((complaint) => complaint.state === state)
      const from = (Number(page) - 1) * pageSize
      const overdue = openComplaints(world).filter(({ due_at }) => due_at <= overdueSince)
      return ok({
        data: listed.slice(from, from + pageSize),
        total: listed.length,
        waiting: openComplaints(world).length,
        overdue: overdue.length,
      })
    },
    'complaints/details': ({ id }) => {
      const complaint = world.complaints.find((candidate) => candidate.id === Number(id))
      return complaint === undefined ? no('not_found', serverEn('reason.not_found')) : ok(complaint)
    },
    'complaints/answer': ({ id, answer }) => {
      const answered = { state: 'answered', answer: String(answer), answered_by: email }
      world.complaints = world.complaints.map((complaint) =>
        complaint.id === id
          ? { ...complaint, ...answered, answered_at: '2026-03-05T12:00:00.000Z' }
          : complaint,
      )
      const waiting = openComplaints(world)
      return ok({ state: 'answered', next: waiting[0]?.id ?? null, waiting: waiting.length })
    },
  }
}
