import { useState } from 'react'
import { useTranslations } from '#desk/parts/desk-parts.tsx'
import { languageName, languageNames } from '#desk/parts/text-language.ts'
import { discardText, unsavedLanguages } from '#desk/screens/articles/draft-state.ts'
import type { Draft } from '#desk/screens/articles/use-draft.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'

type UnsavedNoticeProps = { readonly draft: Draft; readonly language: LanguageCode }

/** Names the unsaved languages, and discards the text of the selected one after a confirmation. */
export function UnsavedNotice({ draft: { typed, setTyped }, language }: UnsavedNoticeProps) {
  const { t, locale } = useTranslations()
  const [isDiscarding, setIsDiscarding] = useState(false)
  const discard = () => {
    setTyped(discardText(typed, language))
    setIsDiscarding(false)
  }
  return (
    <>
      <Notice
        action={
          typed[language] === undefined ? null : (
            <Button onClick={() => setIsDiscarding(true)} size="small" variant="secondary">
              {t('article.discard')}
            </Button>
          )
        }
        icon="edit"
        tone="warn"
      >
        {t('article.unsaved', { languages: languageNames(unsavedLanguages(typed), locale) })}
      </Notice>
      <Dialog
        cancelLabel={t('control.cancel')}
        confirmLabel={t('article.discard')}
        onConfirm={discard}
        onOpenChange={setIsDiscarding}
        open={isDiscarding}
        text={t('article.discard.text', { language: languageName(language) })}
        title={t('article.discard.title')}
        tone="danger"
      />
    </>
  )
}
