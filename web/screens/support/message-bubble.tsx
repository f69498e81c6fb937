import type { ReactNode } from 'react'
import type { SupportMessage, SupportPicture, SupportThread } from '#contract/calls/support.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { useDateFormat } from '#web/parts/use-date-format.ts'
import { ownMark } from '#web/screens/support/chat-rows.ts'
import { OrderCard } from '#web/screens/support/order-card.tsx'
import { Pictures } from '#web/screens/support/picture-view.tsx'

type MessageBubbleProps = {
  readonly message: SupportMessage
  readonly thread: SupportThread | undefined
}

/** A message that the server has. */
export function MessageBubble({ message, thread }: MessageBubbleProps) {
  const { author, created_at: at, number } = message
  return (
    <Bubble
      at={at}
      author={author}
      images={message.images}
      orderId={message.order_id}
      state={author === 'user' ? <Mark mark={ownMark(number, thread)} /> : null}
      text={message.text}
    />
  )
}

function Mark({ mark }: { mark: 'sent' | 'delivered' | 'read' }) {
  const t = useDictionary('support')
  return (
    <>
      <span className={classes('inline-flex', mark === 'read' && 'text-accent')}>
        <Icon name="check" size={16} />
        {mark === 'sent' ? null : <Icon className="-ms-2.5" name="check" size={16} />}
      </span>
      <span className="sr-only">{t(`support.state.${mark}`)}</span>
    </>
  )
}

type BubbleProps = {
  readonly author: 'user' | 'desk'
  readonly at: string
  readonly text: string
  readonly images: readonly SupportPicture[]
  readonly orderId: number | null
  /** After the time. */
  readonly state: ReactNode
  /** Below the message. */
  readonly children?: ReactNode
}

/** The text is shown as it is: nothing in it becomes a link. */
export function Bubble({ author, at, text, images, orderId, state, children }: BubbleProps) {
  const t = useDictionary('support')
  const { minute, dateTime } = useDateFormat()
  const isOwn = author === 'user'
  return (
    <li
      aria-label={t(`support.by.${author}`, { time: dateTime(at) })}
      className={classes('grid max-w-[88%] min-w-0 gap-1', isOwn ? 'ms-auto justify-items-end' : 'me-auto')}
    >
      <div
        className={classes(
          'grid min-w-0 grid-cols-1 gap-2 rounded-16 border px-3 py-2',
          isOwn ? 'rounded-ee-8 border-transparent bg-accent-soft' : 'rounded-es-8 border-line bg-surface',
        )}
      >
        {orderId === null ? null : <OrderCard id={orderId} />}
        {images.length === 0 ? null : <Pictures images={images} />}
        {text === '' ? null : (
          <p className="min-w-0 break-words whitespace-pre-wrap" dir="auto">
            {text}
          </p>
        )}
        <p className="flex items-center justify-end gap-1 text-12 text-dim tabular-nums">
          <time dateTime={at}>{minute(at)}</time>
          {state}
        </p>
      </div>
      {children}
    </li>
  )
}
