import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { useDateFormat } from '#web/parts/use-date-format.ts'
import type { ChatRow } from '#web/screens/support/chat-rows.ts'
import { MessageBubble } from '#web/screens/support/message-bubble.tsx'
import { UnsentBubble } from '#web/screens/support/unsent-bubble.tsx'
import type { ChatState } from '#web/support/chat.ts'
import type { Outbox } from '#web/support/outbox.ts'
import type { OutboxItem } from '#web/support/outbox-storage.ts'

type MessageListProps = {
  readonly rows: readonly ChatRow[]
  readonly state: ChatState
  readonly outbox: Outbox
  readonly onOlder: () => void
  readonly onEdit: (item: OutboxItem) => void
}

export function MessageList({ rows, state, outbox, onOlder, onEdit }: MessageListProps) {
  const t = useDictionary('support')
  return (
    <div className="column flex min-h-full flex-col justify-end px-4 py-3">
      <Older onOlder={onOlder} state={state} />
      <div aria-busy={state.older === 'loading'} aria-label={t('support.log')} role="log">
        <ol className="grid grid-cols-1 gap-2">
          {rows.map((row) => (
            <Row key={row.key} onEdit={onEdit} outbox={outbox} row={row} state={state} />
          ))}
        </ol>
      </div>
      <p aria-live="polite" className="min-h-6 pt-1 text-12 text-dim">
        {state.isDeskTyping ? t('support.typing') : null}
      </p>
    </div>
  )
}

type RowProps = Pick<MessageListProps, 'state' | 'outbox' | 'onEdit'> & { readonly row: ChatRow }

function Row({ row, state, outbox, onEdit }: RowProps) {
  const t = useDictionary('support')
  const { date } = useDateFormat()
  switch (row.kind) {
    case 'day':
      return <Divider>{date(row.at)}</Divider>
    case 'unread':
      return <Divider isUnread>{t('support.unread')}</Divider>
    case 'message':
      return <MessageBubble message={row.message} thread={state.thread} />
    case 'unsent':
      return <UnsentBubble entry={row.entry} onEdit={onEdit} outbox={outbox} />
  }
}

function Divider({ isUnread = false, children }: { isUnread?: boolean; children: ReactNode }) {
  return (
    <li
      className={`flex items-center gap-3 py-1 text-12 ${isUnread ? 'font-semibold text-accent' : 'text-dim'}`}
      data-unread={isUnread ? '' : undefined}
    >
      <span aria-hidden="true" className="h-px grow bg-line" />
      <span>{children}</span>
      <span aria-hidden="true" className="h-px grow bg-line" />
    </li>
  )
}

/** Earlier messages are read by scrolling up. The button is for keyboards, and after a failure. */
function Older({ state, onOlder }: Pick<MessageListProps, 'state' | 'onOlder'>) {
  const t = useDictionary('support')
  const labels = useUiLabels()
  if (!state.hasOlder) return null
  if (state.older === 'loading')
    return (
      <div className="grid min-h-11 place-items-center text-dim" role="status">
        <Spinner />
        <span className="sr-only">{t('support.older.loading')}</span>
      </div>
    )
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-center gap-2 text-13 text-dim">
      {state.older === 'failed' ? <span role="status">{t('support.older.failed')}</span> : null}
      <Button onClick={onOlder} size="small" variant="quiet">
        {state.older === 'failed' ? labels.retry : t('support.older')}
      </Button>
    </div>
  )
}
