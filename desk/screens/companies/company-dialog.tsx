import { type FormEvent, useState } from 'react'
import { reasonOf } from '#browser/calls/call-failure.ts'
import { failureMessage } from '#browser/calls/caller.ts'
import type { DeskCompany } from '#contract/desk/companies.ts'
import { useParts, useTranslate, useTranslations } from '#desk/parts/desk-parts.tsx'
import { MergedNotice } from '#desk/parts/merged-notice.tsx'
import { isOutdated, useMutation } from '#desk/parts/mutation.ts'
import { PictureChooser } from '#desk/parts/picture-chooser.tsx'
import { PublicPicture } from '#desk/parts/public-picture.tsx'
import { WideDialog } from '#desk/parts/wide-dialog.tsx'
import { CompanyField } from '#desk/screens/companies/company-field.tsx'
import {
  closestText,
  faultyLanguage,
  firstLanguage,
  formFaults,
  formOf,
  inputOf,
  mergeCompany,
} from '#desk/screens/companies/company-form.ts'
import { CompanyStanding } from '#desk/screens/companies/company-standing.tsx'
import { CompanyTexts } from '#desk/screens/companies/company-texts.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'

type CompanyDialogProps = {
  /** Undefined for a new one. */
  readonly company: DeskCompany | undefined
  readonly canWrite: boolean
  readonly isOwner: boolean
  /** Addresses that users may be sent to. */
  readonly redirects: readonly string[]
  /** The company as it is now; undefined if it is no longer listed. */
  readonly reload: (id: number) => Promise<DeskCompany | undefined>
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** Adds or changes a company, or shows it. A refusal keeps everything that was typed. */
export function CompanyDialog({
  company: opened,
  canWrite,
  isOwner,
  redirects,
  ...props
}: CompanyDialogProps) {
  const { reload, onSaved, onClose } = props
  const { t, spoken } = useTranslations()
  const { calls } = useParts()
  const { run, isBusy, failure } = useMutation(calls.saveCompany)
  const [company, setCompany] = useState(opened)
  const [form, setForm] = useState(() => formOf(company))
  const [language, setLanguage] = useState(() => firstLanguage(company, spoken))
  const [isTried, setIsTried] = useState(false)
  const [isChoosing, setIsChoosing] = useState(false)
  const isMerged = company !== opened
  const found = formFaults(form)
  const faults = isTried ? found : []
  const shared = (name: 'website' | 'email') => ({
    ...{ name, faults, canWrite, value: form[name] },
    onType: (text: string) => setForm({ ...form, [name]: text }),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    setLanguage(faultyLanguage(found, language))
    if (!canWrite || found.length > 0) return
    const result = await run(inputOf(form, company))
    if (result.isDone) onSaved()
    else if (company !== undefined && isOutdated(result.reason)) await takeNewer(company)
  }
  const takeNewer = async (before: DeskCompany) => {
    const newer = await reload(before.id)
    if (newer === undefined || newer.revision === before.revision) return
    setCompany(newer)
    setForm((typed) => mergeCompany(typed, formOf(before), formOf(newer)))
  }
  return (
    <>
      <WideDialog
        onClose={onClose}
        title={company === undefined ? t('companies.add') : closestText(company, spoken).name}
      >
        <form
          className="grid items-start gap-4 sm:grid-cols-2"
          noValidate
          onSubmit={(event) => void submit(event)}
        >
          <CompanyTexts
            {...{ canWrite, faults, form, language }}
            onChange={setForm}
            onLanguage={setLanguage}
          />
          <CompanyField {...shared('website')} dir="ltr" inputMode="url" placeholder="https://" />
          <CompanyField {...shared('email')} dir="ltr" inputMode="email" />
          <Picture
            canWrite={canWrite}
            logo={form.logo}
            onChoose={() => setIsChoosing(true)}
            onRemove={() => setForm({ ...form, logo: '' })}
          />
          <SelectField
            disabled={!canWrite}
            label={t('companies.column.visible')}
            onChange={(value) => setForm({ ...form, is_visible: value === '1' ? 1 : 0 })}
            options={[
              { value: '1', label: t('company.visible') },
              { value: '0', label: t('company.hidden') },
            ]}
            value={String(form.is_visible)}
          />
          <CompanyStanding {...{ form, redirects }} canChange={isOwner} faults={faults} onChange={setForm} />
          {failure === undefined || (isMerged && reasonOf(failure) === 'changed_meanwhile') ? null : (
            <Notice className="sm:col-span-2" icon="warning" live tone="danger">
              {failureMessage(failure, (code) => t('desk.transport', { code }))}
            </Notice>
          )}
          {isMerged ? <MergedNotice className="sm:col-span-2" /> : null}
          {canWrite ? (
            <div className="sm:col-span-2">
              <Button busy={isBusy} full type="submit">
                {t('company.save')}
              </Button>
            </div>
          ) : null}
        </form>
      </WideDialog>
      {isChoosing ? (
        <PictureChooser
          onChoose={(logo) => {
            setForm({ ...form, logo })
            setIsChoosing(false)
          }}
          onClose={() => setIsChoosing(false)}
        />
      ) : null}
    </>
  )
}

type PictureProps = {
  readonly logo: string
  readonly canWrite: boolean
  readonly onChoose: () => void
  readonly onRemove: () => void
}

function Picture({ logo, canWrite, onChoose, onRemove }: PictureProps) {
  const t = useTranslate()
  return (
    <div className="flex flex-wrap items-center gap-3">
      {logo === '' ? (
        <p className="text-13 text-dim">{t('company.logo.none')}</p>
      ) : (
        <PublicPicture className="size-16 rounded-8 border border-line object-cover" label="" name={logo} />
      )}
      {canWrite ? (
        <span className="flex flex-wrap gap-2">
          <Button onClick={onChoose} size="small" type="button" variant="secondary">
            {t(logo === '' ? 'company.logo.choose' : 'company.logo.replace')}
          </Button>
          {logo === '' ? null : (
            <Button onClick={onRemove} size="small" type="button" variant="secondary">
              {t('company.logo.remove')}
            </Button>
          )}
        </span>
      ) : null}
    </div>
  )
}
