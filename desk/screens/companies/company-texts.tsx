import { textLanguage } from '#browser/i18n/text-language.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { LanguageTabs } from '#desk/parts/language-tabs.tsx'
import { CompanyField } from '#desk/screens/companies/company-field.tsx'
import {
  type CompanyForm,
  type FormFault,
  type TextName,
  textIn,
  textState,
  typeText,
} from '#desk/screens/companies/company-form.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import { TabPanel } from '#ui/tabs.tsx'

type CompanyTextsProps = {
  readonly form: CompanyForm
  readonly faults: readonly FormFault[]
  readonly canWrite: boolean
  readonly language: LanguageCode
  readonly onLanguage: (language: LanguageCode) => void
  readonly onChange: (form: CompanyForm) => void
}

const panelId = 'company-text'

/** The fields that each language has, one language at a time. */
export function CompanyTexts({ form, faults, canWrite, language, ...props }: CompanyTextsProps) {
  const { onLanguage, onChange } = props
  const t = useTranslate()
  const field = (name: TextName) => ({
    ...{ ...textLanguage(language), name, faults, language, canWrite, value: textIn(form, language)[name] },
    onType: (text: string) => onChange(typeText(form, language, { [name]: text })),
  })
  return (
    <>
      <div className="min-w-0 sm:col-span-2">
        <LanguageTabs
          canWrite={canWrite}
          language={language}
          onLanguage={onLanguage}
          panelId={panelId}
          stateOf={(code) => textState(form, faults, code)}
        />
      </div>
      <TabPanel
        className="grid min-w-0 items-start gap-4 sm:col-span-2 sm:grid-cols-2"
        id={panelId}
        value={language}
      >
        <CompanyField {...field('name')} hint={t('company.name_hint')} />
        <CompanyField {...field('legal_name')} />
        <CompanyField {...field('office_address')} />
        <CompanyField {...field('registered_address')} />
      </TabPanel>
    </>
  )
}
