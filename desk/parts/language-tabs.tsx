import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { languageName, type TextState, tabLanguages } from '#desk/parts/text-language.ts'
import { type LanguageCode, languageFromCode, languages } from '#i18n/languages.ts'
import { SelectField } from '#ui/select-field.tsx'
import { Tabs } from '#ui/tabs.tsx'

type LanguageTabsProps = {
  readonly stateOf: (language: LanguageCode) => TextState
  /** Whether further languages can be added. */
  readonly canWrite: boolean
  readonly language: LanguageCode
  readonly onLanguage: (language: LanguageCode) => void
  readonly panelId: string
}

/** A tab for each language with text, marked if it is unsaved or faulty, and a choice of the other languages. */
export function LanguageTabs({ stateOf, canWrite, language, onLanguage, panelId }: LanguageTabsProps) {
  const t = useTranslate()
  const listed = tabLanguages((code) => stateOf(code) !== 'empty', language)
  const others = languages.filter(({ code }) => !listed.includes(code))
  const labelOf = (code: LanguageCode) => {
    const state = stateOf(code)
    const name = languageName(code)
    return state === 'written' ? name : t(`language.tab.${state}`, { language: name })
  }
  const add = (value: string) => {
    const code = languageFromCode(value)
    if (code !== undefined) onLanguage(code)
  }
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <div className="max-w-full min-w-0">
        <Tabs
          items={listed.map((code) => ({ value: code, label: labelOf(code) }))}
          label={t('language.tabs')}
          onChange={onLanguage}
          panelId={panelId}
          value={language}
        />
      </div>
      {canWrite && others.length > 0 ? (
        <div className="w-56">
          <SelectField
            label={t('language.add')}
            labelHidden
            onChange={add}
            options={[
              { value: '', label: t('language.add') },
              ...others.map(({ code, name }) => ({ value: code, label: name })),
            ]}
            value=""
          />
        </div>
      ) : null}
    </div>
  )
}
