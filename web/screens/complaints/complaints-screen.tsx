import { useId } from 'react'
import { useLocation } from 'wouter'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonRow } from '#ui/skeleton.tsx'
import { useAccount, useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { complaintsPath, newComplaintPath, viewFromSearch } from '#web/parts/complaints/complaint-address.ts'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import { loginPath, pathWithSearch, useBack } from '#web/parts/navigation.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { SupportIcon } from '#web/parts/support/support-button.tsx'
import { ComplaintAddress } from '#web/screens/complaints/complaint-address-panel.tsx'
import { ComplaintDetail } from '#web/screens/complaints/complaint-detail.tsx'
import { NewComplaint } from '#web/screens/complaints/complaint-form.tsx'
import { ComplaintList } from '#web/screens/complaints/complaint-list.tsx'

/** The address for complaints, the user's complaints, the form, and one complaint. */
export function ComplaintsScreen({ search }: ScreenProps) {
  const view = viewFromSearch(search)
  const { kind } = useAccount()
  if (view.kind === 'list') return <Home />
  if (kind !== 'known') return <Unknown search={search} />
  if (view.kind === 'new') return <NewComplaint search={search} />
  // Another complaint mounts a new view, so that nothing of the previous one is left.
  return <ComplaintDetail id={view.id} key={view.id} />
}

function Home() {
  const t = useDictionary('complaints')
  const [, go] = useLocation()
  const headingId = useId()
  const isKnown = useAccount().kind === 'known'
  const back = useBack(isKnown ? '/user' : '/')
  const path = newComplaintPath()
  return (
    <Screen
      actions={<SupportIcon />}
      back={back}
      footer={
        isKnown ? (
          <ButtonLink full href={path} onSelect={() => go(path)} size="large">
            {t('complaints.new')}
          </ButtonLink>
        ) : undefined
      }
      title={t('title.email')}
    >
      <div className="px-4 pt-1 pb-6">
        <ComplaintAddress isVisitor={!isKnown} />
      </div>
      {isKnown ? (
        <section aria-labelledby={headingId}>
          <h2 id={headingId} className="px-4 pb-2 text-13 text-dim">
            {t('complaints.list')}
          </h2>
          <ComplaintList />
        </section>
      ) : (
        <AccountNeeded from={complaintsPath} />
      )}
    </Screen>
  )
}

/** In place of the form or of a complaint, until it is known who the user is. */
function Unknown({ search }: { search: string }) {
  const t = useDictionary('complaints')
  const back = useBack(complaintsPath)
  return (
    <Screen back={back} title={t('title.email')}>
      <AccountNeeded from={pathWithSearch(complaintsPath, search)} />
    </Screen>
  )
}

function AccountNeeded({ from }: { from: string }) {
  const t = useDictionary('complaints')
  const { currentUser } = useParts()
  const { kind } = useAccount()
  const [, go] = useLocation()
  if (kind === 'loading') return <SkeletonRow />
  if (kind === 'unknown')
    return <LoadFailed onRetry={currentUser.refresh} title={t('complaints.user_failed')} />
  const path = loginPath(from)
  return (
    <EmptyState
      action={
        <ButtonLink href={path} onSelect={() => go(path)}>
          {t('complaints.login.button')}
        </ButtonLink>
      }
      icon="user"
      text={t('complaints.login.text')}
      title={t('complaints.login')}
    />
  )
}
