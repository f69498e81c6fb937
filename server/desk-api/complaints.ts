// Complaints in the operator console: the queue by deadline, one complaint, its pack and its answer.

import { queuedComplaintToWire, reviewedComplaintToWire } from '#contract/desk/complaint-wire.ts'
import {
  answerComplaint,
  complaintDetails,
  complaintQueue,
  deskComplaintPack,
} from '#contract/desk/complaints.ts'
import { answered, refused } from '#contract/outcome.ts'
import type { Complaints } from '#server/complaints/complaints.ts'
import { auditRead } from '#server/desk-api/audit.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Operators } from '#server/operators/operators.ts'
import type { Pool } from '#server/storage/storage.ts'

export type ComplaintDeskParts = {
  readonly operators: Operators
  readonly complaints: Complaints
  readonly pool: Pool
}

/** Every call of contract/desk/complaints.ts. The module audits reads of one complaint, and answers. */
export function complaintDeskRoutes(parts: ComplaintDeskParts): readonly Route[] {
  return [readQueue(parts), readDetails(parts), readPack(parts), answerOne(parts)]
}

function readQueue({ operators, complaints, pool }: ComplaintDeskParts): Route {
  return operatorRoute(
    complaintQueue,
    operators.authenticate,
    async ({ state = 'open', page }, by, caller) => {
      await auditRead(pool, by, caller, {
        action: 'complaints_viewed',
        subject: `complaints:${state}:${page}`,
      })
      const { data, total, waiting, overdue } = await complaints.queue(state, page)
      return answered({ data: data.map(queuedComplaintToWire), total, waiting, overdue })
    },
  )
}

function readDetails({ operators, complaints }: ComplaintDeskParts): Route {
  return operatorRoute(complaintDetails, operators.authenticate, async ({ id }, operator, { address }) => {
    const complaint = await complaints.view({ id, operator, address })
    return complaint === undefined ? refused('not_found') : answered(reviewedComplaintToWire(complaint))
  })
}

function readPack({ operators, complaints }: ComplaintDeskParts): Route {
  return operatorRoute(deskComplaintPack, operators.authenticate, async ({ id }, operator, { address }) => {
    const result = await complaints.viewPack({ id, operator, address })
    return result.kind === 'found' ? { kind: 'file', type: 'application/json', ...result.file } : result
  })
}

function answerOne({ operators, complaints }: ComplaintDeskParts): Route {
  return operatorRoute(answerComplaint, operators.authenticate, async (input, operator, { address }) => {
    const { id, answer } = input
    const result = await complaints.answer({ id, answer, operator, address })
    if (result.kind === 'refused') return result
    const { next = null, waiting } = await complaints.remaining()
    // No message: the console names the complaint in its own.
    return answered({ state: 'answered', next, waiting })
  })
}
