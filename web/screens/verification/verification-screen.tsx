import { useEffect } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'
import { readIdentity } from '#web/calls/identity.ts'
import { reviewStatusOf } from '#web/parts/account/review-status.ts'
import { useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import { useServerQuery } from '#web/parts/server-query.ts'
import { IdentityForm } from '#web/screens/verification/identity-form.tsx'
import { VerificationFrame } from '#web/screens/verification/verification-frame.tsx'
import { VerificationStatus } from '#web/screens/verification/verification-status.tsx'

export function VerificationScreen() {
  const t = useDictionary('account')
  const { identity, hasFailed, refresh } = useIdentity()
  if (identity !== undefined) {
    const status = reviewStatusOf(identity.review_status)
    if (status === 0) return <IdentityForm identity={identity} onRefresh={refresh} />
    return (
      <VerificationFrame onRefresh={() => void refresh()}>
        <VerificationStatus identity={identity} state={status === 1 ? 'waiting' : 'certified'} />
      </VerificationFrame>
    )
  }
  return (
    <VerificationFrame onRefresh={() => void refresh()}>
      {hasFailed ? <LoadFailed onRetry={refresh} title={t('auth.failed')} /> : <FormSkeleton />}
    </VerificationFrame>
  )
}

const underReview = 1

/** Short enough, because a person reviews the identity, which takes minutes at best. */
const pollIntervalMs = 15_000

/** The user's identity check, read again while it is under review. */
function useIdentity() {
  const { currentUser } = useParts()
  const user = useStore(currentUser)
  const {
    data: identity,
    isError,
    refetch,
  } = useServerQuery({
    key: ['identity'],
    read: readIdentity,
    intervalMs: (answer) => answer?.review_status === underReview && pollIntervalMs,
  })
  const known = user.kind === 'known' ? user.user.review_status : undefined
  const read = identity?.review_status
  useEffect(() => {
    if (known !== undefined && read !== undefined && known !== read) void currentUser.refresh()
  }, [currentUser, known, read])
  return { identity, hasFailed: isError, refresh: async () => void (await refetch()) }
}

function FormSkeleton() {
  const words = useUiLabels()
  return (
    <div aria-label={words.loading} className="grid grid-cols-1 gap-5" role="status">
      <Skeleton className="w-full" />
      <Skeleton className="h-23 w-full" shape="box" />
      <Skeleton className="h-18 w-full" shape="box" />
      <Skeleton className="w-32" />
      <div className="grid grid-cols-2 gap-3">
        <Skeleton className="aspect-[8/5] w-full" shape="box" />
        <Skeleton className="aspect-[8/5] w-full" shape="box" />
      </div>
    </div>
  )
}
