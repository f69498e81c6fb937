import type { Reason } from '#contract/envelope.ts'
import { type ComplaintAnswers, type ComplaintInputs, sendComplaint } from '#web/calls/complaints.ts'
import { type AppParts, useParts, useStore } from '#web/parts/app-parts.tsx'
import { complaintKeyPrefix } from '#web/parts/requests/forget-requests.ts'
import { createKeptRequests, type KeptRequest, type KeptRequests } from '#web/parts/requests/kept-requests.ts'
import { keptRequestsParts, useUserId } from '#web/parts/requests/use-requests.ts'

export type SentComplaint = KeptRequest<ComplaintInputs>
type ComplaintRequests = KeptRequests<ComplaintInputs, ComplaintAnswers>

function createComplaintRequests(parts: AppParts): ComplaintRequests {
  return createKeptRequests<ComplaintInputs, ComplaintAnswers>(
    {
      keyPrefix: complaintKeyPrefix,
      kinds: ['complaint'],
      send: sendComplaint,
      reasonsAfterLookup: new Set<Reason>(['not_found', 'complaints_limit', 'demo_forbidden']),
    },
    keptRequestsParts(parts, complaintKeyPrefix),
  )
}

/** Complaints that are sent, each filed once. */
export function useComplaintRequests(): ComplaintRequests {
  return useParts().late.once(createComplaintRequests)
}

/** The oldest complaint of this user without an outcome. */
export function useUnconfirmedComplaint(): SentComplaint | undefined {
  const userId = useUserId()
  return useStore(useComplaintRequests().unconfirmed).find((sent) => sent.userId === userId)
}
