// Complaints as the console receives them. The types describe what the server has.
import { complaintToWire, listedComplaintToWire, type WholeComplaint } from '#contract/complaint-wire.ts'
import type { ComplaintDetailsAnswer, ComplaintQueueAnswer } from '#contract/desk/complaints.ts'

type Queued = Parameters<typeof listedComplaintToWire>[0] & {
  readonly uid: string
  readonly isDemo: boolean
}

/** Without the text: a viewer may read the queue, but not the complaints. */
export function queuedComplaintToWire(complaint: Queued): ComplaintQueueAnswer['data'][number] {
  const { text: _, ...listed } = listedComplaintToWire(complaint)
  return { ...listed, uid: complaint.uid, is_demo: complaint.isDemo ? 1 : 0 }
}

type Reviewed = WholeComplaint & {
  readonly uid: string
  readonly isDemo: boolean
  readonly answeredBy: string
}

export function reviewedComplaintToWire(complaint: Reviewed): ComplaintDetailsAnswer {
  const { uid, isDemo, answeredBy } = complaint
  return { ...complaintToWire(complaint), uid, is_demo: isDemo ? 1 : 0, answered_by: answeredBy }
}
