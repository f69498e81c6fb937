import { PullToRefresh } from '#ui/pull-to-refresh.tsx'
import { Screen } from '#ui/screen.tsx'
import { readInvites } from '#web/calls/account.ts'
import { useAccount, useBook, useParts } from '#web/parts/app-parts.tsx'
import { usePagedList } from '#web/parts/lists/use-paged-list.ts'
import { TryAgain } from '#web/parts/load-failed.tsx'
import { useBack } from '#web/parts/navigation.ts'
import { Friends, friendKey } from '#web/screens/invite/friends.tsx'
import { InviteCard, InviteCardSkeleton } from '#web/screens/invite/invite-card.tsx'

export function InviteScreen() {
  const t = useBook('account')
  const back = useBack('/user')
  const { account } = useParts()
  const friends = usePagedList(readInvites, friendKey)
  const refresh = () => {
    void account.refresh()
    friends.list.refresh()
  }
  return (
    <Screen back={back} title={t('title.invite')}>
      <PullToRefresh onRefresh={refresh}>
        <div className="grid grid-cols-1 gap-6 pt-1 pb-6">
          <div className="px-4">
            <OwnInvite />
          </div>
          <Friends list={friends.list} state={friends.state} />
        </div>
      </PullToRefresh>
    </Screen>
  )
}

function OwnInvite() {
  const t = useBook('account')
  const { account } = useParts()
  const state = useAccount()
  if (state.kind === 'unknown') return <TryAgain onRetry={account.refresh} title={t('user.failed')} />
  return state.kind === 'known' ? <InviteCard code={state.user.invite_code} /> : <InviteCardSkeleton />
}
