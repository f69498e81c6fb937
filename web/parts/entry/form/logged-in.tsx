import { useLocation } from 'wouter'
import type { UserFields } from '#contract/calls/session.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { isolated } from '#web/parts/entry/form/isolated.ts'
import { returnPath } from '#web/parts/login-path.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { useBack } from '#web/parts/use-back.ts'

export type LoggedInProps = Pick<ScreenProps, 'name' | 'search'> & { readonly user: UserFields }

/** Whoever is in already is told so, and led on to where they wanted to go. */
export function LoggedIn({ name, search, user }: LoggedInProps) {
  const t = useBook('entry')
  const back = useBack()
  const [, go] = useLocation()
  const path = returnPath(search)
  return (
    <Screen back={back} title={t(`title.${name}`)}>
      <EmptyState
        action={
          <ButtonLink href={path} onSelect={() => go(path, { replace: true })}>
            {t('entry.in.continue')}
          </ButtonLink>
        }
        icon="check-circle"
        text={t('entry.in.text', { account: isolated(user.email || user.mobile || user.uid) })}
        title={t('entry.in.title')}
      />
    </Screen>
  )
}
