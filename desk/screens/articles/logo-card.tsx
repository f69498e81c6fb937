import { useState } from 'react'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import { Card } from '#desk/parts/page.tsx'
import { PictureChooser } from '#desk/parts/picture-chooser.tsx'
import { PublicPicture } from '#desk/parts/public-picture.tsx'
import type { Draft } from '#desk/screens/articles/use-draft.ts'
import { Button } from '#ui/button.tsx'

/** The picture of a piece of news, saved at once. It is the same in all languages. */
export function LogoCard({ draft: { article, setArticle, reload } }: { draft: Draft }) {
  const t = useTranslate()
  const { calls } = useParts()
  const { run, isBusy } = useMutation(calls.setArticleLogo)
  const [isChoosing, setIsChoosing] = useState(false)
  const { id, logo, revision } = article
  const choose = async (name: string) => {
    setIsChoosing(false)
    const result = await run({ id, revision, logo: name })
    if (result.isDone) setArticle(result.answer)
    else if (result.reason === 'changed_meanwhile') await reload()
  }
  return (
    <Card title={t('article.logo')}>
      <div className="flex flex-wrap items-center gap-4">
        {logo === '' ? (
          <p className="text-13 text-dim">{t('article.logo.none')}</p>
        ) : (
          <PublicPicture
            className="h-24 w-32 rounded-8 border border-line object-cover"
            label=""
            name={logo}
          />
        )}
        <span className="flex flex-wrap gap-2">
          <Button busy={isBusy} onClick={() => setIsChoosing(true)} size="small" variant="secondary">
            {t(logo === '' ? 'article.logo.choose' : 'article.logo.replace')}
          </Button>
          {logo === '' ? null : (
            <Button disabled={isBusy} onClick={() => void choose('')} size="small" variant="secondary">
              {t('article.logo.remove')}
            </Button>
          )}
        </span>
      </div>
      {isChoosing ? (
        <PictureChooser onChoose={(name) => void choose(name)} onClose={() => setIsChoosing(false)} />
      ) : null}
    </Card>
  )
}
