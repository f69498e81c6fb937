import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import type { DeskSupportThread } from '#contract/desk/support.ts'
import { supportLimits } from '#core/support/support.ts'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { useLeaveWarning } from '#desk/parts/leave-warning.ts'
import { draftFault, draftLength } from '#desk/screens/support/answer-fault.ts'
import { insertText } from '#desk/screens/support/canned-choice.ts'
import { CannedPicker } from '#desk/screens/support/canned-picker.tsx'
import { AddPicture, DraftPictures } from '#desk/screens/support/draft-pictures.tsx'
import { useDraft, useUnsent } from '#desk/screens/support/use-draft.ts'
import { useOwnTyping } from '#desk/screens/support/use-own-typing.ts'
import { type Draft, emptyDraft, isEmptyDraft } from '#desk/stores/support-answers.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/text-area.tsx'

type AnswerBoxProps = {
  readonly thread: DeskSupportThread
  /** Number of the newest message that was on a visible screen. */
  readonly seen: number
}

/** The answer. It is kept until the server has taken it. */
export function AnswerBox({ thread, seen }: AnswerBoxProps) {
  const t = useTranslate()
  const area = useRef<HTMLTextAreaElement>(null)
  const { draft, change } = useDraft(thread.id)
  const { submit, fault, dialog } = useSending({ thread, seen }, () => area.current?.focus())
  const typed = useOwnTyping(thread.id)
  const [isPicking, setIsPicking] = useState(false)
  const limit = supportLimits.text
  const type = (text: string) => {
    change((before) => ({ ...before, text }))
    if (text.trim() !== '') typed()
  }
  const changePictures = (next: (pictures: Draft['pictures']) => Draft['pictures']) =>
    change((before) => ({ ...before, pictures: next(before.pictures) }))
  const insert = (answer: string) => {
    const { current: field } = area
    if (field === null) return
    const { text, caret } = insertText(field.value, answer, {
      start: field.selectionStart,
      end: field.selectionEnd,
    })
    type(text)
    setIsPicking(false)
    field.focus()
    // After React has written the text, which moves the caret.
    requestAnimationFrame(() => field.setSelectionRange(caret, caret))
  }
  const handleKeys = (event: KeyboardEvent) => {
    const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing
    if (isSend) submit(event)
  }
  return (
    <form className="grid gap-3 border-t border-line p-4" noValidate onSubmit={submit}>
      {isPicking ? (
        <CannedPicker
          language={thread.language}
          onChoose={insert}
          onClose={() => {
            setIsPicking(false)
            area.current?.focus()
          }}
        />
      ) : null}
      <TextArea
        aside={t('complaint.answer.length', { count: draftLength(draft), limit })}
        dir="auto"
        error={fault === undefined ? undefined : t(`support.answer.${fault}`, { limit })}
        hint={t('support.answer.hint')}
        label={t('support.answer.label')}
        onChange={(event) => type(event.target.value)}
        onKeyDown={handleKeys}
        ref={area}
        value={draft.text}
      />
      <DraftPictures onChange={changePictures} pictures={draft.pictures} />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          aria-expanded={isPicking}
          onClick={() => setIsPicking(!isPicking)}
          size="small"
          type="button"
          variant="secondary"
        >
          {t('canned.insert')}
        </Button>
        <AddPicture onChange={changePictures} pictures={draft.pictures} threadId={thread.id} />
        <Button className="ms-auto" type="submit">
          {t('support.answer.send')}
        </Button>
      </div>
      {dialog}
    </form>
  )
}

/** Sends the draft; asks first if another operator has the thread. */
function useSending({ thread, seen }: AnswerBoxProps, focus: () => void) {
  const t = useTranslate()
  const { answerSender, statusPoll, toasts } = useParts()
  const { draft, change } = useDraft(thread.id)
  const unsent = useUnsent(thread.id)
  const email = useStore(statusPoll).operator?.email ?? ''
  const [isTried, setIsTried] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  /** The other operator for whom the question was answered. */
  const [confirmed, setConfirmed] = useState('')
  const fault = draftFault(draft)
  useLeaveWarning(!isEmptyDraft(draft) || unsent.length > 0)
  const send = () => {
    setIsAsking(false)
    setIsTried(false)
    if (answerSender.send(thread.id, draft, seen)) change(() => emptyDraft)
    else toasts.show({ text: t('support.answer.too_many_unsent'), tone: 'warn' })
    focus()
  }
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (fault !== undefined) focus()
    else if (['', email, confirmed].includes(thread.assigned_to)) send()
    else setIsAsking(true)
  }
  const dialog = (
    <Dialog
      cancelLabel={t('control.cancel')}
      confirmLabel={t('support.answer_anyway.submit')}
      onConfirm={() => {
        setConfirmed(thread.assigned_to)
        send()
      }}
      onOpenChange={setIsAsking}
      open={isAsking}
      text={t('support.answer_anyway.text', { email: thread.assigned_to })}
      title={t('support.answer_anyway.title')}
    />
  )
  return { submit, fault: isTried ? fault : undefined, dialog }
}
