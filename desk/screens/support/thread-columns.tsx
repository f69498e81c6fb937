import { Link } from 'wouter'
import type { DeskSupportThread } from '#contract/desk/support.ts'
import type { Column } from '#desk/parts/data-table.tsx'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { languageName } from '#desk/parts/text-language.ts'
import { TimeAgo } from '#desk/parts/time.tsx'
import type { DeskKey } from '#i18n/desk/en.ts'
import type { Translate } from '#i18n/translator.ts'
import { Badge } from '#ui/badge.tsx'
import { Figure } from '#ui/figure.tsx'

type ThreadProps = { readonly thread: DeskSupportThread }

/** The user, or the visitor by the number of the thread. */
export function threadName({ id, kind, uid }: DeskSupportThread, t: Translate<DeskKey>): string {
  return kind === 'visitor' ? t('support.visitor', { id }) : uid
}

export function DemoBadge({ thread: { kind } }: ThreadProps) {
  const t = useTranslate()
  return kind === 'demo' ? <Badge>{t('complaint.demo')}</Badge> : null
}

/** Who has the thread. `email` is that of the operator. */
export function Assignee({ thread: { assigned_to }, email }: ThreadProps & { readonly email: string }) {
  const t = useTranslate()
  if (assigned_to === '') return <span className="text-dim">{t('support.unassigned')}</span>
  if (assigned_to === email) return <Badge tone="accent">{t('support.mine')}</Badge>
  return <bdi>{assigned_to}</bdi>
}

export function UnreadBadge({ thread: { unread } }: ThreadProps) {
  const t = useTranslate()
  return unread === 0 ? null : (
    <Badge tone="accent">
      <span aria-hidden="true">{unread}</span>
      <span className="sr-only">{t('support.unread', { count: unread })}</span>
    </Badge>
  )
}

export type ThreadColumn = Column<{ readonly thread: DeskSupportThread; readonly at?: number | null }>

/** Path of the thread, at a message if one was found. */
export function threadPath({ id }: DeskSupportThread, at: number | null = null): string {
  return at === null ? `/support/${id}` : `/support/${id}?at=${at}`
}

export function useThreadColumns(email: string) {
  const t = useTranslate()
  const user: ThreadColumn = {
    key: 'user',
    head: t('complaint.user'),
    className: 'whitespace-nowrap',
    cell: ({ thread, at }) => (
      <span className="inline-flex items-center gap-2">
        <Link className="font-semibold hover:underline" href={threadPath(thread, at)}>
          {threadName(thread, t)}
        </Link>
        <DemoBadge thread={thread} />
      </span>
    ),
  }
  const language: ThreadColumn = {
    key: 'language',
    head: t('support.column.language'),
    className: 'whitespace-nowrap',
    cell: ({ thread }) => <bdi>{languageName(thread.language)}</bdi>,
  }
  const waiting: ThreadColumn = {
    key: 'waiting',
    head: t('support.column.waiting'),
    className: 'whitespace-nowrap',
    cell: ({ thread: { waiting_since } }) =>
      waiting_since === null ? (
        <span className="text-dim">{t('support.answered')}</span>
      ) : (
        <strong className="font-semibold">
          <TimeAgo at={waiting_since} />
        </strong>
      ),
  }
  const unread: ThreadColumn = {
    key: 'unread',
    head: t('support.column.unread'),
    cell: ({ thread }) => <UnreadBadge thread={thread} />,
  }
  const assigned: ThreadColumn = {
    key: 'assigned',
    head: t('support.column.assigned'),
    className: 'w-full min-w-28',
    cell: ({ thread }) => <Assignee email={email} thread={thread} />,
  }
  const last: ThreadColumn = {
    key: 'last',
    head: t('support.column.last'),
    className: 'whitespace-nowrap',
    cell: ({ thread: { last_at } }) => <TimeAgo at={last_at} />,
  }
  const found: ThreadColumn = {
    key: 'found',
    head: t('support.column.found'),
    className: 'whitespace-nowrap',
    cell: ({ at }) =>
      at == null ? (
        t('support.found.user')
      ) : (
        <span>
          {t('support.found.message')} <Figure grouped={false} value={at} />
        </span>
      ),
  }
  const state: ThreadColumn = {
    key: 'state',
    head: t('support.column.state'),
    cell: ({ thread }) => t(`support.state.${thread.state}`),
  }
  return { user, language, waiting, unread, assigned, last, found, state }
}
