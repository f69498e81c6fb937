import { useTranslate } from '#desk/parts/desk-parts.tsx'
import {
  type CompanyForm,
  type FormFault,
  formFaults,
  isLeftUnused,
  mostCharacters,
  statusOf,
} from '#desk/screens/companies/company-form.ts'
import { Field } from '#ui/field.tsx'
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
  const field = (name: StandingName, maxLength: number) => {
    const fault = faults.find((one) => one.name === name)
    return {
      ...{ autoComplete: 'off', spellCheck: false, maxLength, readOnly: !canChange },
      error: fault === undefined ? undefined : t(fault.text),
      hint: t(`company.${name}.hint`),
      label: t(`company.field.${name}`),
      onChange: (event: { readonly target: { readonly value: string } }) =>
        onChange({ ...form, [name]: event.target.value }),
      value: form[name],
    }
  }
  return (
    <>
      <Field {...field('status', 3)} dir="ltr" inputMode="numeric" />
      <Field {...field('status_reason', mostCharacters.status_reason)} />
      <div className="grid gap-2 sm:col-span-2">
        <Field
          {...field('loss_url', mostCharacters.loss_url)}
          dir="ltr"
          inputMode="url"
          placeholder="https://"
        />
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
  const isFaulty = formFaults(form).some(({ name }) => name === 'loss_url')
  if (form.loss_url.trim() === '' || isFaulty || !(statusOf(form) > 0)) return null
  return <Notice live>{t('company.loss_url.used')}</Notice>
}
