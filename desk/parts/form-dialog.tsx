import type { FormEvent, ReactNode, RefObject } from 'react'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { Dialog } from '#ui/dialog.tsx'

type FormDialogProps = {
  readonly title: string
  readonly text?: string | undefined
  readonly confirmLabel: string
  readonly tone?: 'neutral' | 'danger' | undefined
  readonly busy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  /** The field that gets the focus. */
  readonly focus: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

/**
 * A dialog with a form. Mount it only while it is open, so that it never shows earlier input.
 */
export function FormDialog({ onConfirm, onClose, focus, children, ...dialog }: FormDialogProps) {
  const t = useTranslate()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onConfirm()
  }
  return (
    <Dialog
      {...dialog}
      cancelLabel={t('control.cancel')}
      initialFocus={focus}
      onConfirm={onConfirm}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      open
    >
      <form className="mt-2 grid gap-4" noValidate onSubmit={submit}>
        {children}
        {/* The visible button is outside the form. This hidden button lets Enter submit from any field. */}
        <button hidden type="submit" />
      </form>
    </Dialog>
  )
}
