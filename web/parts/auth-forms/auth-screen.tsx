import type { FormEvent, ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { UserFields } from '#contract/calls/session.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import type { PressTarget } from '#ui/pressable.tsx'
import { Screen } from '#ui/screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useAccount, useDictionary } from '#web/parts/app-parts.tsx'
import { isolateLtr } from '#web/parts/bidi.ts'
import { returnPath, useBack } from '#web/parts/navigation.ts'
import type { ScreenName, ScreenProps } from '#web/parts/screen-props.ts'
import { SupportIcon } from '#web/parts/support/support-button.tsx'

type AuthFormScreenProps = {
  readonly name: ScreenName
  readonly back: PressTarget
  /** At the end of the title row. */
  readonly actions?: ReactNode
  readonly form: {
    readonly id: string
    readonly isBusy: boolean
    readonly summary: string | undefined
    readonly submit: (event: FormEvent) => void
  }
  readonly submitLabel: string
  /** Sticky below the title: the tabs. */
  readonly top?: ReactNode
  /** Below the button: a link to another screen. */
  readonly aside?: ReactNode
  /** Below the fields, outside the form. */
  readonly below?: ReactNode
  readonly children: ReactNode
}

/** Layout of the login, register and password screens: a form with its submit button at the bottom. */
export function AuthFormScreen(props: AuthFormScreenProps) {
  const { name, back, actions, form, submitLabel, top, aside, below, children } = props
  const t = useDictionary('entry')
  return (
    <Screen
      actions={
        <>
          <SupportIcon />
          {actions}
        </>
      }
      back={back}
      footer={
        <>
          <p className="text-13 text-danger not-empty:pb-3" role="alert">
            {form.summary}
          </p>
          <Button busy={form.isBusy} form={form.id} full size="large" type="submit">
            {submitLabel}
          </Button>
          {aside}
        </>
      }
      title={t(`title.${name}`)}
      top={top}
    >
      <form
        className="grid grid-cols-1 gap-5 px-4 py-5"
        id={form.id}
        // Our own messages replace the browser's, which are in the language of the system.
        noValidate
        onSubmit={form.submit}
      >
        {children}
      </form>
      {below}
    </Screen>
  )
}

type QuestionLinkProps = PressTarget & {
  readonly question: string
  readonly label: string
}

/** A question with a link to the other screen, such as "No account yet? Register". */
export function QuestionLink({ question, label, ...target }: QuestionLinkProps) {
  return (
    <div className="-mb-2 flex flex-wrap items-center justify-center gap-x-1 pt-1 text-13 text-dim">
      <span>{question}</span>
      <ButtonLink {...target} className="min-h-11 px-2" size="small" variant="quiet">
        {label}
      </ButtonLink>
    </div>
  )
}

export function LanguageLink() {
  const t = useDictionary('entry')
  const [, go] = useLocation()
  return (
    <IconButton href="/language" icon="globe" label={t('entry.language')} onSelect={() => go('/language')} />
  )
}

type LoggedOutGuardProps = Pick<ScreenProps, 'name' | 'search'> & { readonly children: ReactNode }

/** Shows the form unless a real account is logged in. Demo users may register. */
export function LoggedOutGuard({ name, search, children }: LoggedOutGuardProps) {
  const account = useAccount()
  if (account.kind === 'loading') return <GuardSkeleton name={name} />
  if (account.kind === 'known' && account.user.is_demo !== 1) {
    return <AlreadyLoggedIn name={name} search={search} user={account.user} />
  }
  return children
}

/** Shown while the session is being checked. */
function GuardSkeleton({ name }: Pick<ScreenProps, 'name'>) {
  const t = useDictionary('entry')
  const back = useBack()
  return (
    <Screen back={back} title={t(`title.${name}`)}>
      <div aria-busy="true" className="grid gap-5 px-4 pt-16">
        {[1, 2].map((field) => (
          <div className="grid gap-2" key={field}>
            <Skeleton className="w-24" />
            <Skeleton className="h-12 w-full" shape="box" />
          </div>
        ))}
      </div>
    </Screen>
  )
}

type AlreadyLoggedInProps = Pick<ScreenProps, 'name' | 'search'> & { readonly user: UserFields }

/** Shown instead of the form to a logged-in user, with a link to the return path. */
function AlreadyLoggedIn({ name, search, user }: AlreadyLoggedInProps) {
  const t = useDictionary('entry')
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
        text={t('entry.in.text', { account: isolateLtr(user.email || user.mobile || user.uid) })}
        title={t('entry.in.title')}
      />
    </Screen>
  )
}
