import { type ReactNode, useEffect } from 'react'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { canSee } from '#desk/parts/sections.ts'
import { classes } from '#ui/classes.ts'

type PageProps = {
  readonly title: string
  /** One sentence about the whole page. */
  readonly text?: string | undefined
  /** Before the title: the way back. */
  readonly back?: ReactNode
  /** At the far end of the title's line. */
  readonly actions?: ReactNode
  /** `narrow` for forms and text, which are hard to read when they are wide. */
  readonly width?: 'full' | 'narrow' | undefined
  readonly children: ReactNode
}

/** The frame of a screen: its heading, which is also the title of the window, and what it can do. */
export function Page({ title, text, back, actions, width = 'full', children }: PageProps) {
  useWindowTitle(title)
  return (
    <div className={classes('flex w-full grow flex-col', width === 'narrow' && 'mx-auto max-w-3xl')}>
      <header className="mb-4 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
        {back}
        <div className="min-w-0 grow">
          <h1 className="text-20 font-bold tracking-tight">{title}</h1>
          {text === undefined ? null : <p className="mt-1 text-13 text-dim">{text}</p>}
        </div>
        {actions}
      </header>
      {children}
    </div>
  )
}

/** How many wait stands first, where it is seen when the window is one of many tabs. */
function useWindowTitle(title: string): void {
  const t = useTranslate()
  const { operator, waiting = 0 } = useStore(useParts().statusPoll)
  const count = operator !== undefined && canSee(operator.role, 'identity') ? waiting : 0
  const plain = t('desk.page_title', { title, desk: t('desk.name') })
  const shown = count > 0 ? t('desk.counted_title', { count, title: plain }) : plain
  useEffect(() => {
    document.title = shown
  }, [shown])
}

/** One name and value of a list of facts, a `dl`. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-dim">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

/** Facts side by side, as many as fit, on a surface of their own. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3 rounded-16 border border-line bg-surface px-4 py-3">
      {children}
    </dl>
  )
}
