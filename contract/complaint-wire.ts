// Complaints as the user receives them. The types describe what the server has.
import type { Complaint, ListedComplaint } from '#contract/calls/complaints.ts'

type Listed = {
  readonly id: number
  readonly number: string
  readonly text: string
  readonly state: ListedComplaint['state']
  readonly createdAt: Date
  readonly dueAt: Date
  readonly answeredAt: Date | undefined
}

export type WholeComplaint = Listed & {
  readonly orders: readonly number[]
  readonly deposits: readonly number[]
  readonly withdrawals: readonly number[]
  readonly answer: string
  readonly pack: { readonly state: Complaint['pack']; readonly sha256: string; readonly bytes: number }
}

export function listedComplaintToWire(complaint: Listed): ListedComplaint {
  const { id, number, text, state, createdAt, dueAt, answeredAt } = complaint
  return {
    id,
    number,
    text,
    state,
    created_at: createdAt.toISOString(),
    due_at: dueAt.toISOString(),
    answered_at: answeredAt?.toISOString() ?? null,
  }
}

export function complaintToWire(complaint: WholeComplaint): Complaint {
  const { orders, deposits, withdrawals, answer, pack } = complaint
  return {
    ...listedComplaintToWire(complaint),
    orders: [...orders],
    deposits: [...deposits],
    withdrawals: [...withdrawals],
    answer,
    pack: pack.state,
    pack_sha256: pack.sha256,
    pack_bytes: pack.bytes,
  }
}
