import { useLocation } from 'wouter'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Panel } from '#ui/panel.tsx'
import { useEnterDemo } from '#web/parts/account/use-demo-login.ts'
import { useAccount, useBook } from '#web/parts/app-parts.tsx'

export type DemoCardProps = {
  /** Where it leads. */
  readonly path: string
  /** A login is under way. */
  readonly isBlocked: boolean
}

/** The way in that asks for nothing. Whoever is in it already is led on. */
export function DemoCard({ path, isBlocked }: DemoCardProps) {
  const t = useBook('entry')
  const { isDemo, isBusy, open } = useDemo(path)
  return (
    <div className="px-4 pb-5">
      <Panel className="grid grid-cols-1 gap-4">
        <div className="flex items-start gap-3">
          <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
            <Icon name="trade" size={22} />
          </span>
          <div className="grid min-w-0 gap-1">
            <h2 className="font-semibold">{t('entry.demo.title')}</h2>
            <p className="text-13 text-dim">{t(isDemo ? 'entry.demo.now' : 'entry.demo.text')}</p>
          </div>
        </div>
        <Button busy={isBusy} disabled={isBlocked} full onClick={open} variant="secondary">
          {t(isDemo ? 'entry.demo.continue' : 'entry.demo.open')}
        </Button>
      </Panel>
    </div>
  )
}

function useDemo(path: string) {
  const state = useAccount()
  const [, go] = useLocation()
  const lead = () => go(path, { replace: true })
  const { isBusy, enter } = useEnterDemo(lead)
  const isDemo = state.kind === 'known' && state.user.is_demo === 1
  return { isDemo, isBusy, open: isDemo ? lead : enter }
}
