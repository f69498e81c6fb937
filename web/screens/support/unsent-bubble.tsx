import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { isolate } from '#web/parts/bidi.ts'
import { useDateFormat } from '#web/parts/use-date-format.ts'
import { Bubble } from '#web/screens/support/message-bubble.tsx'
import { canTakeBack } from '#web/screens/support/taken-back.ts'
import type { Outbox, OutboxEntry } from '#web/support/outbox.ts'
import type { OutboxItem } from '#web/support/outbox-storage.ts'

type UnsentBubbleProps = {
  readonly entry: OutboxEntry
  readonly outbox: Outbox
  /** Moves the message into the box below. */
  readonly onEdit: (item: OutboxItem) => void
}

/** A message that the server has not answered yet, or has refused. */
export function UnsentBubble({ entry, outbox, onEdit }: UnsentBubbleProps) {
  const t = useDictionary('support')
  const { dateTime } = useDateFormat()
  const { item, state } = entry
  const at = new Date(item.sentAtMs).toISOString()
  const isStopped = state === 'refused' || state === 'old'
  const text =
    state === 'refused'
      ? t('support.state.refused', { reason: isolate(item.problem ?? '') })
      : state === 'old'
        ? t('support.state.old', { time: dateTime(at) })
        : t(`support.state.${state}`)
  return (
    <Bubble
      at={at}
      author="user"
      images={item.images}
      orderId={item.orderId}
      state={
        isStopped ? null : (
          <>
            <Icon name="clock" size={16} />
            {state === 'sending' ? <span className="sr-only">{text}</span> : null}
          </>
        )
      }
      text={item.text}
    >
      {state === 'waiting' ? <p className="text-12 text-dim">{text}</p> : null}
      {isStopped ? (
        <div className="flex flex-wrap items-center justify-end gap-x-1 text-12 text-danger">
          <span role="status">{text}</span>
          <Button onClick={() => outbox.retry(item.key)} size="small" variant="quiet">
            {t(state === 'old' ? 'support.send_now' : 'support.again')}
          </Button>
          {canTakeBack(item) ? (
            <Button onClick={() => onEdit(item)} size="small" variant="quiet">
              {t('support.edit')}
            </Button>
          ) : null}
          <Button onClick={() => outbox.remove(item.key)} size="small" variant="quiet">
            {t('support.remove')}
          </Button>
        </div>
      ) : null}
    </Bubble>
  )
}
