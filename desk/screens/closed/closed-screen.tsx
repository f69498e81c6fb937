import type { DeskKey } from '#i18n/desk/en.ts'
import type { Translate } from '#i18n/translator.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Logo } from '#ui/logo.tsx'

/** What the desk shows until operators can sign in: that it is closed, and the way to the app. */
export function ClosedScreen({ t }: { t: Translate<DeskKey> }) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-md place-content-center justify-items-center">
      <h1 className="flex items-center gap-2">
        <Logo />
        <span className="sr-only">{t('desk.name')}</span>
      </h1>
      <EmptyState
        action={
          <ButtonLink href="/" variant="secondary">
            {t('desk.closed.to_app')}
          </ButtonLink>
        }
        icon="lock"
        text={t('desk.closed.text')}
        title={t('desk.closed.title')}
      />
    </main>
  )
}
