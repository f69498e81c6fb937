import type { ReactNode } from 'react'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { Fact, Facts } from '#desk/parts/fact.tsx'
import { Moment } from '#desk/parts/moment.tsx'
import { Page } from '#desk/parts/page.tsx'
import { PasswordForm } from '#desk/screens/account/password-form.tsx'
import { RecoveryForm } from '#desk/screens/account/recovery-form.tsx'
import { Panel } from '#ui/panel.tsx'

/** What operators keep of their own: who they are here, their password, their recovery codes. */
export function AccountScreen() {
  const t = useTranslate()
  const { operator } = useStore(useParts().watch)
  return (
    <Page title={t('account.title')} width="narrow">
      <div className="grid gap-4">
        {operator === undefined ? null : (
          <Facts>
            <Fact label={t('account.email')}>{operator.email}</Fact>
            <Fact label={t('account.role')}>{t(`role.${operator.role}`)}</Fact>
            <Fact label={t('account.since')}>
              <Moment at={operator.created_at} />
            </Fact>
          </Facts>
        )}
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Section text={t('account.password.text')} title={t('account.password.title')}>
            <PasswordForm />
          </Section>
          <Section text={t('account.codes.text')} title={t('account.codes.title')}>
            <RecoveryForm email={operator?.email ?? ''} />
          </Section>
        </div>
      </div>
    </Page>
  )
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Panel>
      <h2 className="text-17 font-semibold">{title}</h2>
      <p className="mt-1 mb-4 text-13 text-dim">{text}</p>
      {children}
    </Panel>
  )
}
