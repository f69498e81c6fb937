import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { type FormFault, faultOf, mostCharacters } from '#desk/screens/companies/company-form.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import { Field, type FieldProps } from '#ui/field.tsx'

type CompanyFieldProps = Pick<FieldProps, 'dir' | 'hint' | 'inputMode' | 'lang' | 'placeholder'> & {
  readonly name: keyof typeof mostCharacters
  readonly value: string
  readonly faults: readonly FormFault[]
  /** The open language, for a field that each language has. */
  readonly language?: LanguageCode
  readonly canWrite: boolean
  readonly onType: (text: string) => void
}

/** A field of the form of a company, with its fault. */
export function CompanyField(props: CompanyFieldProps) {
  const { name, faults, language, canWrite, onType, ...field } = props
  const t = useTranslate()
  const fault = faultOf(faults, name, language)
  return (
    <Field
      {...field}
      autoComplete="off"
      error={fault === undefined ? undefined : t(fault)}
      label={t(`company.field.${name}`)}
      maxLength={mostCharacters[name]}
      onChange={({ target }) => onType(target.value)}
      readOnly={!canWrite}
      spellCheck={false}
    />
  )
}
