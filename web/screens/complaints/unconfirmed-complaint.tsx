import { useLocation } from 'wouter'
import { readComplaints } from '#web/calls/complaints.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { complaintsPath } from '#web/parts/complaints/complaint-address.ts'
import { UnconfirmedRequest } from '#web/parts/requests/unconfirmed-request.tsx'
import { useServerQuery } from '#web/parts/server-query.ts'
import { type SentComplaint, useComplaintRequests } from '#web/screens/complaints/complaint-requests.ts'
import { isProbablyFiled } from '#web/screens/complaints/complaint-state.ts'
import { useComplaintDraft } from '#web/screens/complaints/use-complaint-draft.ts'

/** Replaces the form while it is not known whether the complaint was filed. */
export function UnconfirmedComplaint({ sent }: { sent: SentComplaint }) {
  const t = useDictionary('complaints')
  const [, go] = useLocation()
  const requests = useComplaintRequests()
  const { removeSent } = useComplaintDraft()
  const { text } = sent.input
  const { data, isFetching, isError, refetch } = useServerQuery({
    key: ['complaints', 'check', sent.key],
    read: (call, signal) => readComplaints(call, 1, signal),
    isForgotten: true,
  })
  const isFound = isProbablyFiled({ text, sentAtMs: sent.sentAtMs }, data?.data ?? [])
  return (
    <UnconfirmedRequest
      check={isFetching ? 'checking' : isError ? 'failed' : isFound ? 'found' : 'missing'}
      onCheckAgain={() => void refetch()}
      onDone={() => {
        removeSent(sent.input)
        go(complaintsPath, { replace: true })
      }}
      requests={requests}
      sent={sent}
    >
      <div className="py-1.5">
        <dt className="text-13 text-dim">{t('complaints.your_text')}</dt>
        <dd className="line-clamp-3 break-words whitespace-pre-line" dir="auto">
          {text}
        </dd>
      </div>
    </UnconfirmedRequest>
  )
}
