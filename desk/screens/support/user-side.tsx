import type { SupportDetailsAnswer } from '#contract/desk/support.ts'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { Card, Fact } from '#desk/parts/page.tsx'
import { QueryView, useServerQuery } from '#desk/parts/query.tsx'
import { languageName } from '#desk/parts/text-language.ts'
import { DateTime } from '#desk/parts/time.tsx'
import { durationOf } from '#desk/screens/support/duration-text.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Figure } from '#ui/figure.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** What is known of the user, and what they asked before. */
export function UserSide({ id }: { id: number }) {
  const t = useTranslate()
  const { calls } = useParts()
  const query = useServerQuery(['support', 'details', id], (options) => calls.supportDetails({ id }, options))
  return (
    <aside aria-label={t('support.user')} className="grid min-w-0 grid-cols-1 gap-4">
      <QueryView
        failedTitle={t('support.user.failed')}
        query={query}
        skeleton={<Skeleton className="h-64" shape="box" />}
      >
        {(details) => (
          <>
            <UserCard
              details={details}
              isFetching={query.isFetching}
              onRefresh={() => void query.refetch()}
            />
            <EpisodesCard episodes={details.episodes.filter(isResolved)} />
          </>
        )}
      </QueryView>
    </aside>
  )
}

const reviewStates = ['none', 'waiting', 'verified'] as const
const reviewTones: Readonly<Record<(typeof reviewStates)[number], BadgeTone>> = {
  none: 'neutral',
  waiting: 'warn',
  verified: 'good',
}

type UserCardProps = {
  readonly details: SupportDetailsAnswer
  readonly isFetching: boolean
  readonly onRefresh: () => void
}

function UserCard({ details: { user, thread }, isFetching, onRefresh }: UserCardProps) {
  const t = useTranslate()
  const language = (
    <Fact label={t('support.column.language')}>
      <bdi>{languageName(thread.language)}</bdi>
    </Fact>
  )
  if (user === null)
    return (
      <Card title={t('support.user.visitor')}>
        <p className="mb-3 text-13 text-dim">{t('support.user.visitor_text')}</p>
        <dl>{language}</dl>
      </Card>
    )
  const review = reviewStates[user.review_status] ?? 'none'
  return (
    <Card
      actions={
        <span className="-my-2">
          <IconButton
            disabled={isFetching}
            icon="refresh"
            label={t('support.user.refresh')}
            onSelect={onRefresh}
            size={18}
          />
        </span>
      }
      title={t('account_summary.title', { uid: user.uid })}
    >
      <p className="mb-3 flex flex-wrap gap-2">
        {user.is_demo === 1 ? <Badge>{t('complaint.demo')}</Badge> : null}
        <Badge tone={reviewTones[review]}>{t(`support.review.${review}`)}</Badge>
      </p>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(7.5rem,100%),1fr))] gap-x-4 gap-y-3">
        {user.name === '' ? null : (
          <Fact label={t('account_summary.name')}>
            <bdi className="font-semibold">{user.name}</bdi>
          </Fact>
        )}
        {user.contact === '' ? null : (
          <Fact label={t('support.user.contact')}>
            <bdi className="wrap-anywhere">{user.contact}</bdi>
          </Fact>
        )}
        {language}
        <Fact label={t('account_summary.created')}>
          <DateTime at={user.created_at} />
        </Fact>
        <MoneyFact label={t('account_summary.balance')} value={user.balance} />
        <MoneyFact label={t('account_summary.equity')} value={user.net_value} />
        <MoneyFact label={t('account_summary.used_margin')} value={user.used_margin} />
        <MoneyFact label={t('support.user.available')} value={user.available} />
        <Fact label={t('support.user.open_orders')}>
          <Figure value={user.open_orders} />
        </Fact>
        <Fact label={t('support.user.pending_orders')}>
          <Figure value={user.pending_orders} />
        </Fact>
      </dl>
    </Card>
  )
}

function MoneyFact({ label, value }: { label: string; value: string }) {
  return (
    <Fact label={label}>
      <Figure decimals={2} unit="USD" value={value} />
    </Fact>
  )
}

type ResolvedEpisode = SupportDetailsAnswer['episodes'][number] & { readonly resolved_at: string }

/** The open one is the conversation on screen. */
function isResolved(episode: SupportDetailsAnswer['episodes'][number]): episode is ResolvedEpisode {
  return episode.resolved_at !== null
}

function EpisodesCard({ episodes }: { readonly episodes: readonly ResolvedEpisode[] }) {
  const t = useTranslate()
  return (
    <Card title={t('support.episodes')}>
      {episodes.length === 0 ? <p className="text-13 text-dim">{t('support.episodes.none')}</p> : null}
      <ol className="grid gap-3 text-13">
        {episodes.map((episode) => (
          <li key={episode.opened_at}>
            <Episode episode={episode} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Episode({ episode }: { readonly episode: ResolvedEpisode }) {
  const t = useTranslate()
  const { opened_at, first_answer_at, resolved_at, resolved_by } = episode
  const after = (at: string) => {
    const { key, values } = durationOf((Date.parse(at) - Date.parse(opened_at)) / 1_000)
    return t(key, values)
  }
  return (
    <>
      <p className="font-semibold">
        <DateTime at={opened_at} />
      </p>
      <p className="text-dim">
        {first_answer_at === null
          ? t('support.episode.unanswered')
          : t('support.episode.answered', { time: after(first_answer_at) })}
      </p>
      <p className="wrap-anywhere text-dim">
        {t('support.episode.closed', { time: after(resolved_at), email: resolved_by })}
      </p>
    </>
  )
}
