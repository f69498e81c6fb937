import { useEffect, useState } from 'react'
import { browserTimers } from '#browser/platform/timers.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'
import { reviewStatusOf } from '#web/parts/account/review-status.ts'
import { useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import { useOnPageVisible } from '#web/parts/page-visibility.ts'
import { IdentityForm } from '#web/screens/verification/identity-form.tsx'
import { VerificationFrame } from '#web/screens/verification/verification-frame.tsx'
import { VerificationStatus } from '#web/screens/verification/verification-status.tsx'
import {
  createVerificationStore,
  type VerificationStore,
} from '#web/screens/verification/verification-store.ts'

export function VerificationScreen() {
  const t = useDictionary('account')
  const store = useVerificationStore()
  const state = useStore(store)
  const refresh = () => void store.refresh()
  if (state.kind === 'known') {
    const { identity } = state
    const status = reviewStatusOf(identity.review_status)
    if (status === 0) return <IdentityForm identity={identity} onRefresh={store.refresh} />
    return (
      <VerificationFrame onRefresh={refresh}>
        <VerificationStatus identity={identity} state={status === 1 ? 'waiting' : 'certified'} />
      </VerificationFrame>
    )
  }
  return (
    <VerificationFrame onRefresh={refresh}>
      {state.kind === 'failed' ? (
        <LoadFailed onRetry={store.refresh} title={t('auth.failed')} />
      ) : (
        <FormSkeleton />
      )}
    </VerificationFrame>
  )
}

function useVerificationStore(): VerificationStore {
  const { caller, currentUser } = useParts()
  const [store] = useState(() =>
    createVerificationStore({
      call: caller.call,
      currentUser,
      timers: browserTimers,
      isShown: () => document.visibilityState === 'visible',
    }),
  )
  useEffect(() => store.watch(), [store])
  useOnPageVisible(() => void store.refresh())
  return store
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
