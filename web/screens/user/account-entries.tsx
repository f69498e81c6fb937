import type { UserFields } from '#contract/calls/session.ts'
import { EntryGroup } from '#ui/entry-group.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { CopyTold } from '#web/parts/account/copy-with-toast.tsx'
import { inviteCodeInHalves, inviteLink } from '#web/parts/account/invite-link.ts'
import { reviewStatusOf } from '#web/parts/account/review-status.ts'
import { useBook } from '#web/parts/app-parts.tsx'
import { DemoResetRow } from '#web/screens/user/demo-reset-row.tsx'
import { authEntry, inviteEntry, passwordEntry } from '#web/screens/user/entries.ts'
import { EntryRow } from '#web/screens/user/entry-row.tsx'

export function AccountEntries({ user }: { user: UserFields }) {
  const t = useBook('account')
  const isDemo = user.is_demo === 1
  return (
    <EntryGroup title={t('user.group.account')}>
      {isDemo ? <DemoResetRow /> : null}
      <EntryRow
        entry={authEntry}
        value={isDemo ? undefined : t(`mine.review.${reviewStatusOf(user.review_status)}`)}
      />
      <EntryRow
        entry={inviteEntry}
        value={user.invite_code === '' ? undefined : <InviteCode code={user.invite_code} />}
      />
      {user.invite_code === '' ? null : <InviteLinkRow code={user.invite_code} />}
      <EntryRow entry={passwordEntry} />
    </EntryGroup>
  )
}

function InviteCode({ code }: { code: string }) {
  return <span className="font-semibold tracking-wide ltr-isolate">{inviteCodeInHalves(code)}</span>
}

function InviteLinkRow({ code }: { code: string }) {
  const t = useBook('account')
  const link = inviteLink(location.origin, code)
  return (
    <ListRow
      control={
        <span className="-me-2 -my-2 flex">
          <CopyTold label={t('user.copy_link')} text={link} />
        </span>
      }
      icon="link"
      label={t('user.invite_link')}
      note={<span className="block truncate ltr-isolate">{link.replace(/^https?:\/\//, '')}</span>}
    />
  )
}
