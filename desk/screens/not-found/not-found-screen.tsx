import { Link } from 'wouter'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { Page } from '#desk/parts/page.tsx'
import { buttonClasses } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** For unknown paths, and for screens the operator's role may not see. */
export function NotFoundScreen() {
  const t = useTranslate()
  return (
    <Page title={t('desk.not_found.title')}>
      <EmptyState
        action={
          <Link className={buttonClasses({ variant: 'secondary' })} href="/">
            {t('desk.not_found.home')}
          </Link>
        }
        icon="lock"
        title={t('desk.not_found.text')}
      />
    </Page>
  )
}
