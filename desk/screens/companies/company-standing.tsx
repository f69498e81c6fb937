import { parseRedirect } from '#core/company/redirect-list.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { CompanyField } from '#desk/screens/companies/company-field.tsx'
import {
  type CompanyForm,
  type FormFault,
  isLeftUnused,
  statusOf,
} from '#desk/screens/companies/company-form.ts'
import { Notice } from '#ui/notice.tsx'

type StandingName = 'status' | 'status_reason' | 'loss_url'

type CompanyStandingProps = {
  readonly form: CompanyForm
  readonly faults: readonly FormFault[]
  /** Only owners decide that users are sent away. */
  readonly canChange: boolean
  /** Addresses that users may be sent to. */
  readonly redirects: readonly string[]
  readonly onChange: (form: CompanyForm) => void
}

/** The standing of a company, and where its users are sent while it is not good. */
export function CompanyStanding({ form, faults, canChange, redirects, onChange }: CompanyStandingProps) {
  const t = useTranslate()
  const field = (name: StandingName) => ({
    ...{ name, faults, value: form[name], canWrite: canChange },
    hint: t(`company.${name}.hint`),
    onType: (text: string) => onChange({ ...form, [name]: text }),
  })
  return (
    <>
      <CompanyField {...field('status')} dir="ltr" inputMode="numeric" />
      <CompanyField {...field('status_reason')} />
      <div className="grid gap-2 sm:col-span-2">
        <CompanyField {...field('loss_url')} dir="ltr" inputMode="url" placeholder="https://" />
        <RedirectNotice form={form} redirects={redirects} />
        {canChange ? null : <p className="text-12 text-dim">{t('company.standing.owner')}</p>}
      </div>
    </>
  )
}

type RedirectNoticeProps = Pick<CompanyStandingProps, 'form' | 'redirects'>

/** Says what the address does now. */
function RedirectNotice({ form, redirects }: RedirectNoticeProps) {
  const t = useTranslate()
  if (isLeftUnused(redirects, form))
    return (
      <Notice icon="warning" live tone="warn">
        {t('company.loss_url.not_listed')}
      </Notice>
    )
  if (parseRedirect(form.loss_url.trim()) === undefined || !(statusOf(form) > 0)) return null
  return <Notice live>{t('company.loss_url.used')}</Notice>
}
