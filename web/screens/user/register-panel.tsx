import { useLocation } from 'wouter'
import { ButtonLink } from '#ui/button-link.tsx'
import { Panel } from '#ui/panel.tsx'
import { useBook } from '#web/parts/app-parts.tsx'

/** Leads a demo account to a real one. */
export function RegisterPanel() {
  const t = useBook('account')
  const [, go] = useLocation()
  return (
    <Panel className="grid gap-3">
      <div>
        <h2 className="font-semibold">{t('user.real_only.title')}</h2>
        <p className="text-13 text-dim">{t('user.real_only.text')}</p>
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-3">
        <ButtonLink href="/register" onSelect={() => go('/register')}>
          {t('user.register')}
        </ButtonLink>
        <ButtonLink href="/login" onSelect={() => go('/login')} variant="secondary">
          {t('user.log_in')}
        </ButtonLink>
      </div>
    </Panel>
  )
}
