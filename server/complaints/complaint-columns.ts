// Columns of complaints as they are read: in lists, and as a whole with records and pack.
import { complaintNumber } from '#core/complaint/complaint.ts'
import type { Complaint, ListedComplaint, PackState } from '#server/complaints/complaints-types.ts'

/** Of all lists. */
export const pageSize = 20

export type ListedRow = {
  readonly id: number
  readonly text: string
  readonly created_at: Date
  readonly due_at: Date
  readonly answered_at: Date | null
}

export type WholeRow = ListedRow & {
  readonly user_id: number
  readonly answer: string | null
  readonly orders: readonly number[]
  readonly deposits: readonly number[]
  readonly withdrawals: readonly number[]
  readonly pack: PackState['state'] | null
  readonly sha256: string | null
  readonly bytes: number | null
}

export const listedColumns = 'c.id, c.text, c.created_at, c.due_at, c.answered_at'
const idsOf = (kind: string) =>
  `array(select record_id::float8 from complaint_records r
    where r.complaint_id = c.id and r.kind = '${kind}' order by record_id)`
export const wholeColumns = `${listedColumns}, c.user_id, c.answer, ${idsOf('order')} as orders,
  ${idsOf('deposit')} as deposits, ${idsOf('withdrawal')} as withdrawals,
  p.state as pack, p.sha256, octet_length(p.content) as bytes`
export const wholeSource = 'complaints c left join evidence_packs p on p.complaint_id = c.id'

export function listedOf(row: ListedRow): ListedComplaint {
  return {
    id: row.id,
    number: complaintNumber(row.id, row.created_at.getTime()),
    text: row.text,
    state: row.answered_at === null ? 'open' : 'answered',
    createdAt: row.created_at,
    dueAt: row.due_at,
    answeredAt: row.answered_at ?? undefined,
  }
}

export function wholeOf(row: WholeRow): Complaint {
  const { orders, deposits, withdrawals } = row
  return {
    ...listedOf(row),
    userId: row.user_id,
    answer: row.answer ?? '',
    orders,
    deposits,
    withdrawals,
    pack: { state: row.pack ?? 'none', sha256: row.sha256 ?? '', bytes: row.bytes ?? 0 },
  }
}
