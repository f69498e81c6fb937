import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { bubble, MessageText } from '#desk/screens/support/message-item.tsx'
import { useDraft, useUnsent } from '#desk/screens/support/use-draft.ts'
import type { UnsentAnswer } from '#desk/stores/support-answers.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { Spinner } from '#ui/spinner.tsx'

/** Answers that the server has not taken yet, below the messages. */
export function UnsentList({ threadId }: { threadId: number }) {
  const t = useTranslate()
  const unsent = useUnsent(threadId)
  if (unsent.length === 0) return null
  return (
    <ul aria-label={t('support.unsent')} className="grid gap-3">
      {unsent.map((answer) => (
        <li className="ms-auto grid w-fit max-w-[85%] justify-items-end gap-1" key={answer.key}>
          <div className={classes(bubble, 'border-dashed bg-accent-soft')}>
            {answer.text === '' ? null : <MessageText text={answer.text} />}
            {answer.pictures.length === 0 ? null : (
              <p className="flex items-center gap-1 text-13 text-dim">
                <Icon name="picture" size={16} />
                {t('support.pictures', { count: answer.pictures.length })}
              </p>
            )}
          </div>
          {answer.refusal === undefined ? (
            <Sending answer={answer} />
          ) : (
            <Refused answer={answer} refusal={answer.refusal} threadId={threadId} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Sending({ answer: { key } }: { answer: UnsentAnswer }) {
  const t = useTranslate()
  const { answerSender } = useParts()
  const isDelayed = useStore(answerSender.delayed).has(key)
  return (
    <p
      className={classes('flex items-center gap-1 text-12', isDelayed ? 'text-warn' : 'text-dim')}
      role="status"
    >
      <Spinner size={12} />
      {t(isDelayed ? 'support.unsent.delayed' : 'support.unsent.sending')}
    </p>
  )
}

type RefusedProps = {
  readonly answer: UnsentAnswer
  readonly refusal: string
  readonly threadId: number
}

function Refused({ answer, refusal, threadId }: RefusedProps) {
  const t = useTranslate()
  const { answerSender } = useParts()
  const { change } = useDraft(threadId)
  const edit = () => {
    change(({ text, pictures }) => ({
      text: [text, answer.text].filter((each) => each !== '').join('\n'),
      pictures: [...pictures, ...answer.pictures],
    }))
    answerSender.remove(threadId, answer.key)
  }
  return (
    <>
      <p className="flex items-center gap-1 text-12 text-danger" role="alert">
        <Icon name="warning" size={16} />
        {t('support.unsent.refused', { reason: refusal })}
      </p>
      <span className="flex flex-wrap gap-2">
        <Button onClick={() => answerSender.retry(threadId, answer.key)} size="small" variant="secondary">
          {t('control.retry')}
        </Button>
        <Button onClick={edit} size="small" variant="secondary">
          {t('support.unsent.edit')}
        </Button>
      </span>
    </>
  )
}
