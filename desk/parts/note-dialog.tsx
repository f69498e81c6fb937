import { type ReactNode, useRef, useState } from 'react'
import { longestRemark } from '#core/user/operator-remark.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { FormDialog } from '#desk/parts/form-dialog.tsx'
import { remarkFault, remarkLength } from '#desk/parts/remark.ts'
import { TextArea } from '#ui/text-area.tsx'

type NoteDialogProps = {
  readonly title: string
  readonly text: string
  readonly label: string
  readonly hint?: string | undefined
  readonly confirmLabel: string
  readonly isBusy: boolean
  readonly onConfirm: (note: string) => void
  readonly onClose: () => void
  /** Above the field. */
  readonly children?: ReactNode
}

/** Asks for the reason of a decision. The user will read it. */
export function NoteDialog({ label, hint, isBusy, onConfirm, children, ...dialog }: NoteDialogProps) {
  const t = useTranslate()
  const area = useRef<HTMLTextAreaElement>(null)
  const [note, setNote] = useState('')
  const [isTried, setIsTried] = useState(false)
  const fault = remarkFault(note)
  const confirm = () => {
    setIsTried(true)
    if (fault === undefined) onConfirm(note.trim())
  }
  return (
    <FormDialog {...dialog} busy={isBusy} focus={area} onConfirm={confirm} tone="danger">
      {children}
      <TextArea
        aside={t('note.length', { count: remarkLength(note), limit: longestRemark })}
        dir="auto"
        error={isTried && fault !== undefined ? t(`note.${fault}`, { limit: longestRemark }) : undefined}
        hint={hint}
        label={label}
        onChange={(event) => setNote(event.target.value)}
        ref={area}
        value={note}
      />
    </FormDialog>
  )
}
