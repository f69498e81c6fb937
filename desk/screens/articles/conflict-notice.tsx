import { textLanguage } from '#browser/i18n/text-language.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { discardText, keepTyped, textFields } from '#desk/screens/articles/draft-state.ts'
import type { Draft } from '#desk/screens/articles/use-draft.ts'
import type { TextFields } from '#desk/stores/typed-texts.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

type ConflictNoticeProps = {
  readonly draft: Draft
  readonly language: LanguageCode
  readonly theirs: TextFields
}

/** Shows the newer text of another operator. This operator decides which of the two stays. */
export function ConflictNotice({ draft, language, theirs }: ConflictNoticeProps) {
  const t = useTranslate()
  const { article, typed, setTyped } = draft
  const filled = textFields.filter((field) => theirs[field] !== '')
  return (
    <section
      aria-label={t('article.conflict.theirs')}
      className="grid grid-cols-1 gap-3 rounded-16 border border-line bg-surface p-3"
    >
      <Notice icon="warning" live tone="danger">
        {t('article.conflict')}
      </Notice>
      <h2 className="text-13 font-semibold">{t('article.conflict.theirs')}</h2>
      {filled.length === 0 ? (
        <p className="text-13">{t('article.conflict.removed')}</p>
      ) : (
        <dl className="grid max-h-72 gap-2 overflow-y-auto text-13" tabIndex={0}>
          {filled.map((field) => (
            <div key={field}>
              <dt className="text-12 text-dim">{t(`article.${field}`)}</dt>
              <dd {...textLanguage(language)} className="whitespace-pre-wrap wrap-anywhere">
                {theirs[field]}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setTyped(keepTyped(article, typed, language))} size="small">
          {t('article.conflict.keep')}
        </Button>
        <Button onClick={() => setTyped(discardText(typed, language))} size="small" variant="secondary">
          {t('article.conflict.take')}
        </Button>
      </div>
    </section>
  )
}
