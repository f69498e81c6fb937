import type { DeskSupportMessage, DeskSupportThread } from '#contract/desk/support.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { DateTime } from '#desk/parts/time.tsx'
import { ChatPictures } from '#desk/screens/support/chat-pictures.tsx'
import { OrderCard } from '#desk/screens/support/order-card.tsx'
import { classes } from '#ui/classes.ts'

type MessageItemProps = {
  readonly message: DeskSupportMessage
  readonly thread: DeskSupportThread
  /** Name of the user. */
  readonly user: string
  readonly isOwn: boolean
  /** Whether it was searched for. */
  readonly isFound: boolean
}

export function MessageItem({ message, thread, user, isOwn, isFound }: MessageItemProps) {
  const t = useTranslate()
  const { number, author, operator, text, order_id, images, created_at } = message
  const isDesk = author === 'desk'
  return (
    <li
      aria-current={isFound || undefined}
      className={classes('grid w-fit max-w-[85%] gap-1', isDesk ? 'ms-auto justify-items-end' : 'me-auto')}
      data-number={number}
    >
      <p className="flex flex-wrap gap-x-2 text-12 text-dim">
        <bdi className="min-w-0 font-semibold wrap-anywhere">
          {isDesk ? (isOwn ? t('support.mine') : operator) : user}
        </bdi>
        <DateTime at={created_at} />
      </p>
      <div
        className={classes(
          bubble,
          isDesk ? 'bg-accent-soft' : 'bg-ground',
          isFound && 'outline-2 outline-accent',
        )}
      >
        {text === '' ? null : <MessageText text={text} />}
        {order_id === null ? null : <OrderCard number={number} orderId={order_id} threadId={thread.id} />}
        {images.length === 0 ? null : <ChatPictures number={number} pictures={images} />}
      </div>
      {isDesk ? (
        <p className="text-12 text-dim">
          {t(
            number <= thread.user_read
              ? 'support.mark.read'
              : number <= thread.user_delivered
                ? 'support.mark.delivered'
                : 'support.mark.sent',
          )}
        </p>
      ) : null}
    </li>
  )
}

export const bubble = 'grid min-w-0 gap-2 rounded-16 border border-line px-3 py-2'

export function MessageText({ text }: { text: string }) {
  return (
    <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
      {text}
    </p>
  )
}
