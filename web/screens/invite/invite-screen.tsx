import { useId } from 'react'
import type { InviteListAnswer } from '#contract/calls/session.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { List } from '#ui/list.tsx'
import { PullToRefresh } from '#ui/pull-to-refresh.tsx'
import { Screen } from '#ui/screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { readInvitedUsers } from '#web/calls/account.ts'
import { useAccount, useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { type PagedList, usePagedList } from '#web/parts/lists/use-paged-list.ts'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import { useBack } from '#web/parts/navigation.ts'
import { useDateFormat } from '#web/parts/use-date-format.ts'
import { InviteCard, InviteCardSkeleton } from '#web/screens/invite/invite-card.tsx'

export function InviteScreen() {
  const t = useDictionary('account')
  const back = useBack('/user')
  const { currentUser: account } = useParts()
  const friends = usePagedList({ key: ['friends'], readPage: readInvitedUsers, keyOf: friendKey })
  const refresh = () => {
    void account.refresh()
    friends.refresh()
  }
  return (
    <Screen back={back} title={t('title.invite')}>
      <PullToRefresh onRefresh={refresh}>
        <div className="grid grid-cols-1 gap-6 pt-1 pb-6">
          <div className="px-4">
            <OwnInvite />
          </div>
          <InvitedFriends list={friends} />
        </div>
      </PullToRefresh>
    </Screen>
  )
}

function OwnInvite() {
  const t = useDictionary('account')
  const { currentUser: account } = useParts()
  const state = useAccount()
  if (state.kind === 'unknown') return <LoadFailed onRetry={account.refresh} title={t('user.failed')} />
  return state.kind === 'known' ? <InviteCard code={state.user.invite_code} /> : <InviteCardSkeleton />
}

type Friend = InviteListAnswer['data'][number]

/** Combines fields into a key, because the API returns no id for a friend. */
function friendKey({ name, created_at }: Friend): string {
  return `${created_at} ${name}`
}

function InvitedFriends({ list }: { list: PagedList<Friend> }) {
  const t = useDictionary('account')
  const heading = useId()
  const { items, total, status, hasMore } = list
  return (
    <section aria-labelledby={heading}>
      <div className="flex items-center gap-2 px-4 pb-1">
        <h2 className="text-17 font-semibold" id={heading}>
          {t('invite.came')}
        </h2>
        {total === undefined || total === 0 ? null : <Badge>{t('invite.count', { count: total })}</Badge>}
      </div>
      <List
        empty={<EmptyState icon="gift" text={t('invite.none_text')} title={t('invite.none')} />}
        failedText={t('invite.failed')}
        hasMore={hasMore}
        items={items}
        keyOf={friendKey}
        label={t('invite.came')}
        onMore={list.loadMore}
        onRetry={list.retry}
        skeleton={<FriendRowSkeleton />}
        skeletonCount={3}
        state={status}
      >
        {(friend) => <FriendRow friend={friend} />}
      </List>
    </section>
  )
}

function FriendRow({ friend }: { friend: Friend }) {
  const t = useDictionary('account')
  const { date } = useDateFormat()
  return (
    <div className="flex min-h-14 items-center gap-3 px-4 py-2">
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon name="user" size={18} />
      </span>
      <div className="flex min-w-0 grow flex-wrap justify-between gap-x-3">
        <span className="min-w-0 break-all ltr-isolate">{friend.name}</span>
        <span className="text-13 text-dim">{t('invite.since', { day: date(friend.created_at) })}</span>
      </div>
    </div>
  )
}

function FriendRowSkeleton() {
  return (
    <div className="flex min-h-14 items-center gap-3 px-4 py-2">
      <Skeleton className="size-9" shape="circle" />
      <Skeleton className="w-32" />
      <Skeleton className="ms-auto w-24" />
    </div>
  )
}
