import type { ReactNode } from 'react'
import { Screen } from '#ui/screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useAccount, useBook } from '#web/parts/app-parts.tsx'
import { LoggedIn } from '#web/parts/entry/form/logged-in.tsx'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { useBack } from '#web/parts/use-back.ts'

export type EntryGuardProps = Pick<ScreenProps, 'name' | 'search'> & { readonly children: ReactNode }

/** The form, for whoever is not logged in to a real account; a demo account may become one. */
export function EntryGuard({ name, search, children }: EntryGuardProps) {
  const account = useAccount()
  if (account.kind === 'loading') return <Waiting name={name} />
  if (account.kind === 'known' && account.user.is_demo !== 1) {
    return <LoggedIn name={name} search={search} user={account.user} />
  }
  return children
}

/** Until it is known who comes, in the shape of the form. */
function Waiting({ name }: Pick<ScreenProps, 'name'>) {
  const t = useBook('entry')
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
