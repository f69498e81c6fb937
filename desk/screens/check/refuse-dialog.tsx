import { useRef, useState } from 'react'
import { longestRemark } from '#core/kyc/remark.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { FormDialog } from '#desk/parts/form-dialog.tsx'
import { readyRemarks, remarkFault, remarkLength, withRemark } from '#desk/screens/check/refuse-state.ts'
import { TextArea } from '#ui/text-area.tsx'

type RefuseDialogProps = {
  readonly isBusy: boolean
  readonly onRefuse: (remark: string) => void
  readonly onClose: () => void
}

/** Why not, in words its user will read: ready-made, one's own, or both. */
export function RefuseDialog({ isBusy, onRefuse, onClose }: RefuseDialogProps) {
  const t = useTranslate()
  const area = useRef<HTMLTextAreaElement>(null)
  const [remark, setRemark] = useState('')
  const [isTried, setIsTried] = useState(false)
  const fault = remarkFault(remark)
  const confirm = () => {
    setIsTried(true)
    if (fault === undefined) onRefuse(remark.trim())
  }
  return (
    <FormDialog
      busy={isBusy}
      confirmLabel={t('check.refuse')}
      focus={area}
      onClose={onClose}
      onConfirm={confirm}
      text={t('check.refuse.text')}
      title={t('check.refuse.title')}
      tone="danger"
    >
      <ul aria-label={t('check.refuse.ready')} className="grid gap-1">
        {readyRemarks.map((key) => (
          <li key={key}>
            <button
              className="w-full rounded-8 border border-line px-3 py-2 text-start text-13 hover:bg-hover"
              onClick={() => setRemark(withRemark(remark, t(key)))}
              type="button"
            >
              {t(key)}
            </button>
          </li>
        ))}
      </ul>
      <TextArea
        aside={t('check.refuse.length', { count: remarkLength(remark), limit: longestRemark })}
        error={
          isTried && fault !== undefined ? t(`check.refuse.${fault}`, { limit: longestRemark }) : undefined
        }
        label={t('check.refuse.remark')}
        onChange={(event) => setRemark(event.target.value)}
        ref={area}
        value={remark}
      />
    </FormDialog>
  )
}
