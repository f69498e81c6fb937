import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { LanguageTabs } from '#desk/parts/language-tabs.tsx'
import { textLanguage } from '#desk/parts/text-language.ts'
import {
  type CompanyForm,
  type FormFault,
  faultOf,
  mostCharacters,
  type TextName,
  textIn,
  textState,
  typeText,
} from '#desk/screens/companies/company-form.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import { Field } from '#ui/field.tsx'
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
  const field = (name: TextName) => {
    const fault = faultOf(faults, name, language)
    return {
      ...{ ...textLanguage(language), autoComplete: 'off', spellCheck: false, readOnly: !canWrite },
      error: fault === undefined ? undefined : t(fault),
      label: t(`company.field.${name}`),
      maxLength: mostCharacters[name],
      onChange: (event: { readonly target: { readonly value: string } }) =>
        onChange(typeText(form, language, { [name]: event.target.value })),
      value: textIn(form, language)[name],
    }
  }
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
        <Field {...field('name')} hint={t('company.name_hint')} />
        <Field {...field('legal_name')} />
        <Field {...field('office_address')} />
        <Field {...field('registered_address')} />
      </TabPanel>
    </>
  )
}
