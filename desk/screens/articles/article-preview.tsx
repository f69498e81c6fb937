import { useEffect, useRef, useState } from 'react'
import { failureMessage } from '#browser/calls/caller.ts'
import { textLanguage } from '#browser/i18n/text-language.ts'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { PublicPicture } from '#desk/parts/public-picture.tsx'
import { shownText } from '#desk/screens/articles/draft-state.ts'
import { createPreview, type Preview } from '#desk/screens/articles/preview-state.ts'
import type { Draft } from '#desk/screens/articles/use-draft.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

type DraftPreviewProps = { readonly draft: Draft; readonly language: LanguageCode }

/** The draft as users will see it. Follows what is typed. */
export function DraftPreview({ draft: { article, typed }, language }: DraftPreviewProps) {
  const t = useTranslate()
  const { title, description, body } = shownText(article, typed, language)
  const { preview, retry } = usePreview(body)
  const { html, failure } = preview
  const isNews = article.kind === 'news'
  return (
    <section
      aria-label={t('article.preview')}
      className="grid max-w-[390px] min-w-0 grid-cols-1 gap-2 xl:sticky xl:top-5"
    >
      <h2 className="text-13 text-dim">{t('article.preview')}</h2>
      {failure === undefined ? null : (
        <Notice
          action={
            <Button onClick={retry} size="small" variant="secondary">
              {t('control.retry')}
            </Button>
          }
          icon="offline"
          live
          tone="warn"
        >
          {failureMessage(failure, () => t('article.preview.failed'))}
        </Notice>
      )}
      <ArticlePage
        description={isNews ? description : ''}
        html={html}
        language={language}
        logo={isNews ? article.logo : ''}
        title={title}
      />
    </section>
  )
}

function usePreview(body: string): { readonly preview: Preview; readonly retry: () => void } {
  const { calls, timers } = useParts()
  const [store] = useState(() => createPreview({ render: calls.previewText, timers }))
  useEffect(() => store.show(body), [store, body])
  useEffect(() => store.stop, [store])
  return { preview: useStore(store), retry: store.retry }
}

type ArticlePageProps = {
  readonly language: string
  readonly title: string
  /** Empty except for news. */
  readonly description: string
  /** Empty without a picture. */
  readonly logo: string
  readonly html: string
}

/** A text in the width of a phone. The server has sanitised the HTML. */
export function ArticlePage({ language, title, description, logo, html }: ArticlePageProps) {
  const t = useTranslate()
  const page = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each HTML.
  useEffect(() => {
    // A link must not replace the console.
    for (const link of page.current?.querySelectorAll('a') ?? []) {
      link.target = '_blank'
      link.rel = 'noopener noreferrer nofollow'
    }
  }, [html])
  const isEmpty = title === '' && html === ''
  return (
    <article
      {...textLanguage(language)}
      className="max-h-[75dvh] max-w-[390px] min-w-0 overflow-x-hidden overflow-y-auto rounded-16 border border-edge bg-ground px-4 py-5"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be focusable.
      tabIndex={0}
    >
      {isEmpty ? <p className="text-13 text-dim">{t('article.preview.empty')}</p> : null}
      {title === '' ? null : (
        <p className="text-20 font-bold tracking-tight text-balance wrap-anywhere">{title}</p>
      )}
      {logo === '' ? null : (
        <PublicPicture
          className="mt-4 aspect-video w-full rounded-16 border border-line object-cover"
          label=""
          name={logo}
        />
      )}
      {description === '' ? null : <p className="mt-4 font-semibold wrap-anywhere">{description}</p>}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, and the policy allows no code. */}
      <div className="article mt-4" dangerouslySetInnerHTML={{ __html: html }} ref={page} />
    </article>
  )
}
