import { useCallback } from 'react'
import { Link } from 'wouter'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { LoadedView } from '#desk/parts/loaded-view.tsx'
import { Page } from '#desk/parts/page.tsx'
import { useLoaded } from '#desk/parts/use-loaded.ts'
import { CheckState } from '#desk/screens/check/check-state.tsx'
import { CheckView } from '#desk/screens/check/check-view.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** One identity check: what was handed in, and the decision. Opening it is recorded. */
export function CheckScreen({ id }: { id: number }) {
  const t = useTranslate()
  const { calls } = useParts()
  const loaded = useLoaded(useCallback((wishes) => calls.identityCheck({ id }, wishes), [calls, id]))
  return (
    <Page
      actions={loaded.value === undefined ? null : <CheckState state={loaded.value.state} />}
      back={
        <Link
          aria-label={t('check.back')}
          className="grid size-11 place-items-center rounded-8 hover:bg-hover"
          href="/identity"
          title={t('check.back')}
        >
          <Icon name="back" size={20} />
        </Link>
      }
      title={t('check.title', { id })}
    >
      <LoadedView failedTitle={t('check.failed')} loaded={loaded} skeleton={<CheckSkeleton />}>
        {(check) => <CheckView check={check} />}
      </LoadedView>
    </Page>
  )
}

function CheckSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-16" shape="box" />
      <div className="grid gap-4 md:grid-cols-2">
        <Skeleton className="h-[50dvh]" shape="box" />
        <Skeleton className="h-[50dvh]" shape="box" />
      </div>
    </div>
  )
}
