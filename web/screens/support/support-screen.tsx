import { useAccount, useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { supportOf } from '#web/parts/support/support-of.ts'
import { ChatSkeleton } from '#web/screens/support/chat-skeleton.tsx'
import { ChatView } from '#web/screens/support/chat-view.tsx'
import { ownerKey } from '#web/support/support-owner.ts'

type SupportScreenProps = ScreenProps & {
  /** Inside of another screen, which has the title and the main landmark. */
  readonly isPart?: boolean
}

/** Our own support chat, without a title row: it is shown in the frame of /mine/chat. */
export function SupportScreen({ search, isPart = false }: SupportScreenProps) {
  const parts = useParts()
  const support = supportOf(parts)
  const owner = useStore(support.owners)
  if (owner === undefined) return <OwnerPending isPart={isPart} />
  // Nothing of one owner is left for the next.
  return <ChatView isPart={isPart} key={ownerKey(owner)} owner={owner} search={search} support={support} />
}

/** Until it is known who the user of the session is. */
function OwnerPending({ isPart }: { isPart: boolean }) {
  const t = useDictionary('support')
  const { currentUser } = useParts()
  const isFailed = useAccount().kind === 'unknown'
  const Area = isPart ? 'section' : 'main'
  return (
    <Area aria-busy={!isFailed} aria-label={t('title.support')} className="h-full bg-ground" tabIndex={-1}>
      {isFailed ? (
        <LoadFailed onRetry={currentUser.refresh} title={t('support.user_failed')} />
      ) : (
        <ChatSkeleton />
      )}
    </Area>
  )
}
