import { useMemo } from 'react'
import { textLanguage } from '#browser/i18n/text-language.ts'
import { useDictionary, useTranslations } from '#web/parts/app-parts.tsx'
import { articleElements } from '#web/parts/article/article-elements.tsx'
import { isolate } from '#web/parts/bidi.ts'

type ArticleProps = {
  /** HTML of the server. */
  readonly content: string
  /** Language of the text, which may not be that of the app. */
  readonly language: string
  /** Every link opens a new tab, because leaving the screen would lose what was typed. */
  readonly hasNewTabs?: boolean
}

/** Text of an operator: an article, the announcement, a legal text. */
export function Article({ content, language, hasNewTabs = false }: ArticleProps) {
  const elements = useMemo(() => articleElements(content, hasNewTabs), [content, hasNewTabs])
  return (
    <div className="grid grid-cols-1 gap-3">
      <OtherLanguage language={language} />
      <div className="article" {...textLanguage(language)}>
        {elements}
      </div>
    </div>
  )
}

/** Says that the text is not in the language of the app. */
function OtherLanguage({ language }: { language: string }) {
  const t = useDictionary('content')
  const { locale } = useTranslations()
  const { lang } = textLanguage(language)
  if (lang === undefined || lang === locale) return null
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(lang) ?? lang
  return <p className="text-12 text-dim">{t('article.language', { language: isolate(name) })}</p>
}
