import { type ReactNode, useEffect } from 'react'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { canSee } from '#desk/parts/sections.ts'
import { classes } from '#ui/classes.ts'

type PageProps = {
  readonly title: string
  /** A sentence below the title. */
  readonly text?: string | undefined
  /** Before the title: a back link. */
  readonly back?: ReactNode
  /** At the end of the title row. */
  readonly actions?: ReactNode
  /** Use `narrow` for forms and text. */
  readonly width?: 'full' | 'narrow' | undefined
  readonly children: ReactNode
}

/** Layout of a screen: title, actions and content. Also sets the window title. */
export function Page({ title, text, back, actions, width = 'full', children }: PageProps) {
  useWindowTitle(title)
  return (
    <div className={classes('flex w-full grow flex-col', width === 'narrow' && 'mx-auto max-w-3xl')}>
      <header className="mb-4 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
        {back}
        <div className="min-w-0 grow">
          <h1 className="text-20 font-bold tracking-tight wrap-anywhere">{title}</h1>
          {text === undefined ? null : <p className="mt-1 text-13 text-dim">{text}</p>}
        </div>
        {actions}
      </header>
      {children}
    </div>
  )
}

/** The number of waiting checks and chats comes first, so that it is visible on a narrow browser tab. */
function useWindowTitle(title: string): void {
  const t = useTranslate()
  const { operator, waiting = 0, support = 0 } = useStore(useParts().statusPoll)
  const checks = operator !== undefined && canSee(operator.role, 'identity') ? waiting : 0
  const count = checks + support
  const plain = t('desk.page_title', { title, desk: t('desk.name') })
  const shown = count > 0 ? t('desk.counted_title', { count, title: plain }) : plain
  useEffect(() => {
    document.title = shown
  }, [shown])
}

/** A label and its value. Use it inside Facts. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-dim">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

/** A description list with entries side by side. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3 rounded-16 border border-line bg-surface px-4 py-3">
      {children}
    </dl>
  )
}

/** A titled box of a record's screen. */
export function Card({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="min-w-0 rounded-16 border border-line bg-surface px-4 py-3">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 className="grow text-13 font-semibold">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
