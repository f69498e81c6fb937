import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { languageCodeOf, languageName } from '#desk/screens/articles/article-list.ts'
import { hasText, tabLanguages } from '#desk/screens/articles/draft-state.ts'
import type { Draft } from '#desk/screens/articles/use-draft.ts'
import { type LanguageCode, languages } from '#i18n/languages.ts'
import { SelectField } from '#ui/select-field.tsx'
import { Tabs } from '#ui/tabs.tsx'

type LanguageTabsProps = {
  readonly draft: Draft
  readonly canWrite: boolean
  readonly language: LanguageCode
  readonly onLanguage: (language: LanguageCode) => void
  readonly panelId: string
}

/** A tab for each language with text, marked if it is unsaved, and a choice of the other languages. */
export function LanguageTabs({ draft, canWrite, language, onLanguage, panelId }: LanguageTabsProps) {
  const t = useTranslate()
  const { article, typed } = draft
  const listed = tabLanguages(article, typed, language)
  const others = languages.filter(({ code }) => !listed.includes(code))
  const labelOf = (code: LanguageCode) => {
    const name = languageName(code)
    if (typed[code] !== undefined) return t('article.tab.unsaved', { language: name })
    return hasText(article, typed, code) ? name : t('article.tab.empty', { language: name })
  }
  const add = (value: string) => {
    const code = languageCodeOf(value)
    if (code !== undefined) onLanguage(code)
  }
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <div className="max-w-full min-w-0">
        <Tabs
          items={listed.map((code) => ({ value: code, label: labelOf(code) }))}
          label={t('article.languages')}
          onChange={onLanguage}
          panelId={panelId}
          value={language}
        />
      </div>
      {canWrite && others.length > 0 ? (
        <div className="w-56">
          <SelectField
            label={t('article.add_language')}
            labelHidden
            onChange={add}
            options={[
              { value: '', label: t('article.add_language') },
              ...others.map(({ code, name }) => ({ value: code, label: name })),
            ]}
            value=""
          />
        </div>
      ) : null}
    </div>
  )
}
