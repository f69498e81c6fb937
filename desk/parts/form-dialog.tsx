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
  /** The first field. */
  readonly focus: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

/**
 * Asks for something before an act. Made when it is needed and gone with it, so it never shows what was typed before.
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
        {/* The button that is seen stands outside; this one lets Enter send the form from any field. */}
        <button hidden type="submit" />
      </form>
    </Dialog>
  )
}
