import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import type { Draft } from '#desk/screens/articles/use-draft.ts'
import { Dialog } from '#ui/dialog.tsx'

type RestoreDialogProps = {
  readonly draft: Draft
  readonly edition: number
  readonly onClose: () => void
}

/** Unsaved text stays: it is then in conflict with the restored one, and the operator chooses. */
export function RestoreDialog({ draft, edition, onClose }: RestoreDialogProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const { run, isBusy } = useMutation(calls.restoreEdition)
  const confirm = async () => {
    const { id, revision } = draft.article
    const result = await run({ id, edition, revision })
    if (result.isDone) draft.setArticle(result.answer)
    else if (result.reason === 'changed_meanwhile') await draft.reload()
    else return
    onClose()
  }
  return (
    <Dialog
      busy={isBusy}
      cancelLabel={t('control.cancel')}
      confirmLabel={t('article.restore')}
      onConfirm={() => void confirm()}
      onOpenChange={onClose}
      open
      text={t('article.restore.text')}
      title={t('article.restore.title', { edition })}
      tone="danger"
    />
  )
}
