import { textLanguage } from '#browser/i18n/text-language.ts'
import { articleLimits } from '#core/content/article.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { BodyField } from '#desk/screens/articles/body-field.tsx'
import { ConflictNotice } from '#desk/screens/articles/conflict-notice.tsx'
import {
  conflictingText,
  shownText,
  type TextField,
  textLength,
  tooLong,
  typeText,
} from '#desk/screens/articles/draft-state.ts'
import type { Draft } from '#desk/screens/articles/use-draft.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import { Field } from '#ui/field.tsx'
import { TextArea } from '#ui/text-area.tsx'

type TextEditorProps = { readonly draft: Draft; readonly language: LanguageCode }

/** The fields of one language. Only news have a description. */
export function TextEditor({ draft, language }: TextEditorProps) {
  const t = useTranslate()
  const { article, typed, setTyped } = draft
  const shown = shownText(article, typed, language)
  const conflict = conflictingText(article, typed, language)
  const faults = tooLong(shown)
  const field = (name: TextField) => ({
    ...textLanguage(language),
    aside: t('article.length', { count: textLength(shown[name]), limit: articleLimits[name] }),
    error: faults.includes(name) ? t('article.too_long', { limit: articleLimits[name] }) : undefined,
    label: t(`article.${name}`),
    value: shown[name],
  })
  const type = (name: TextField) => (value: string) =>
    setTyped(typeText(article, typed, language, { [name]: value }))
  return (
    <div className="grid grid-cols-1 gap-4">
      {conflict === undefined ? null : <ConflictNotice draft={draft} language={language} theirs={conflict} />}
      <Field {...field('title')} autoComplete="off" onChange={(event) => type('title')(event.target.value)} />
      {article.kind === 'news' ? (
        <TextArea
          {...field('description')}
          hint={t('article.description.hint')}
          onChange={(event) => type('description')(event.target.value)}
          rows={2}
        />
      ) : null}
      <BodyField {...field('body')} hint={t('article.remove_hint')} onChange={type('body')} />
    </div>
  )
}
