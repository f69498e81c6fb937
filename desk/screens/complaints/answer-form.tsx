import { type FormEvent, useRef, useState } from 'react'
import type { ComplaintDetailsAnswer } from '#contract/desk/complaints.ts'
import { complaintLimits } from '#core/complaint/complaint.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { KeyCap, useKeyboardShortcuts } from '#desk/parts/keyboard-shortcuts.tsx'
import { Card } from '#desk/parts/page.tsx'
import type { ServerQuery } from '#desk/parts/query.tsx'
import { RecordActions } from '#desk/parts/record-actions.tsx'
import { answerFault, answerLength } from '#desk/screens/complaints/answer-text.ts'
import { useComplaintAnswer } from '#desk/screens/complaints/complaint-answer.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/text-area.tsx'

type AnswerFormProps = {
  readonly complaint: ComplaintDetailsAnswer
  readonly reload: ServerQuery<ComplaintDetailsAnswer>['refetch']
  readonly answer: string
  readonly onChange: (answer: string) => void
}

const { answer: limit } = complaintLimits

/** The answer, which is sent after a confirmation. If it does not arrive, the text stays. */
export function AnswerForm({ complaint, reload, answer, onChange }: AnswerFormProps) {
  const t = useTranslate()
  const area = useRef<HTMLTextAreaElement>(null)
  const { send, skip, isBusy } = useComplaintAnswer(complaint, reload)
  const [isTried, setIsTried] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const fault = answerFault(answer)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (fault === undefined) setIsAsking(true)
    else area.current?.focus()
  }
  const confirm = async () => {
    const result = await send(answer.trim())
    if (result === 'sent') onChange('')
    if (result === 'taken') setIsAsking(false)
  }
  useKeyboardShortcuts({ a: () => area.current?.focus(), n: () => void skip() })
  return (
    <form className="flex grow flex-col gap-4" noValidate onSubmit={submit}>
      <div className="grow">
        <Card title={t('complaint.answer')}>
          <TextArea
            aria-keyshortcuts="A"
            aside={
              <>
                <KeyCap>A</KeyCap> {t('complaint.answer.length', { count: answerLength(answer), limit })}
              </>
            }
            className="[&>textarea]:min-h-40"
            dir="auto"
            error={isTried && fault !== undefined ? t(`complaint.answer.${fault}`, { limit }) : undefined}
            hint={t(complaint.is_demo === 1 ? 'complaint.answer.hint_demo' : 'complaint.answer.hint')}
            label={t('complaint.answer.label')}
            onChange={(event) => onChange(event.target.value)}
            readOnly={isBusy}
            ref={area}
            value={answer}
          />
        </Card>
      </div>
      <RecordActions onNext={() => void skip()}>
        <Button type="submit">{t('complaint.answer.submit')}</Button>
      </RecordActions>
      <Dialog
        busy={isBusy}
        cancelLabel={t('control.cancel')}
        confirmLabel={t('complaint.answer.submit')}
        onConfirm={() => void confirm()}
        onOpenChange={setIsAsking}
        open={isAsking}
        text={t('complaint.answer.confirm_text', { uid: complaint.uid })}
        title={t('complaint.answer.confirm')}
      />
    </form>
  )
}
