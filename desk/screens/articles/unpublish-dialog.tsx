import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import type { Draft } from '#desk/screens/articles/use-draft.ts'
import { Dialog } from '#ui/dialog.tsx'

type UnpublishDialogProps = {
  readonly draft: Draft
  readonly what: 'article' | 'schedule'
  readonly onClose: () => void
}

/** Unpublishes the visible version, or cancels the scheduled one. */
export function UnpublishDialog({ draft, what, onClose }: UnpublishDialogProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const { run, isBusy } = useMutation(calls.unpublishArticle)
  const confirm = async () => {
    const { id, edition, scheduled_edition } = draft.article
    const result = await run({ id, what, edition, scheduled_edition })
    if (result.isDone) draft.setArticle(result.answer)
    else if (result.reason === undefined) return
    else await draft.reload()
    onClose()
  }
  const isSchedule = what === 'schedule'
  return (
    <Dialog
      busy={isBusy}
      cancelLabel={t(isSchedule ? 'article.cancel.keep' : 'control.cancel')}
      confirmLabel={t(isSchedule ? 'article.cancel.submit' : 'article.unpublish')}
      onConfirm={() => void confirm()}
      onOpenChange={onClose}
      open
      text={t(isSchedule ? 'article.cancel.text' : 'article.unpublish.text')}
      title={t(isSchedule ? 'article.cancel.title' : 'article.unpublish.title')}
      tone="danger"
    />
  )
}
