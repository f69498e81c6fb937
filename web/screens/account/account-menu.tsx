import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import type { UserFields } from '#contract/calls/session.ts'
import { languageOf } from '#i18n/languages.ts'
import { Badge } from '#ui/badge.tsx'
import type { IconName } from '#ui/icon-paths.ts'
import { ListGroup } from '#ui/list-group.tsx'
import { ListRow } from '#ui/list-row.tsx'
import type { PressTarget } from '#ui/pressable.tsx'
import { CopyWithToast } from '#web/parts/account/copy-with-toast.tsx'
import { inviteCodeInHalves, inviteLink } from '#web/parts/account/invite-link.ts'
import { LogOutRow } from '#web/parts/account/log-out-row.tsx'
import { reviewStatusOf } from '#web/parts/account/review-status.ts'
import { useAccount, useDictionary, useParts, useStore, useTranslations } from '#web/parts/app-parts.tsx'
import { LateDialog } from '#web/parts/late-code.tsx'
import { tradeActionsOf } from '#web/parts/order-actions/order-actions.ts'
import type { ScreenName } from '#web/parts/screen-props.ts'
import { useSupportEntry, useSupportLink } from '#web/parts/support/use-support-entry.ts'
import { useSupportUnread } from '#web/parts/support/use-support-unread.ts'

/** Link to another screen, labelled with that screen's title. */
type MenuEntry = {
  readonly name: ScreenName
  readonly path: string
  readonly icon: IconName
  /** Not available to demo accounts. */
  readonly realOnly?: true
}

/** The most used screens, as shortcuts below the balance. */
export const fundEntries = [
  { name: 'charge', path: '/mine/charge', icon: 'deposit', realOnly: true },
  { name: 'withdraw', path: '/mine/withdraw', icon: 'withdraw', realOnly: true },
  { name: 'wallet', path: '/mine/wallet', icon: 'wallet', realOnly: true },
  { name: 'history', path: '/mine/history', icon: 'order' },
] as const satisfies readonly MenuEntry[]

const verificationEntry: MenuEntry = { name: 'auth', path: '/mine/auth', icon: 'id', realOnly: true }
const inviteEntry: MenuEntry = { name: 'invite', path: '/mine/invite', icon: 'gift', realOnly: true }
const passwordEntry: MenuEntry = { name: 'password', path: '/mine/password', icon: 'lock', realOnly: true }

const noticesEntry: MenuEntry = { name: 'notices', path: '/mine/notices', icon: 'bell' }
const alertsEntry: MenuEntry = { name: 'alerts', path: '/mine/alerts', icon: 'bell' }

const helpEntries: readonly MenuEntry[] = [
  { name: 'email', path: '/mine/email', icon: 'mail' },
  { name: 'announcement', path: '/mine/announcement', icon: 'announcement' },
]

const legalEntries: readonly MenuEntry[] = [
  { name: 'legal_terms', path: '/legal/terms', icon: 'order' },
  { name: 'legal_privacy', path: '/legal/privacy', icon: 'lock' },
  { name: 'legal_risk', path: '/legal/risk', icon: 'warning' },
]

const languageEntry: MenuEntry = { name: 'language', path: '/language', icon: 'globe' }
const settingsEntry: MenuEntry = { name: 'system', path: '/mine/system', icon: 'settings' }

/** Target of a menu entry. On a demo account, a real-only entry shows a toast that offers to register. */
export function useMenuTarget(): (entry: MenuEntry) => PressTarget {
  const t = useDictionary('account')
  const { toasts } = useParts()
  const account = useAccount()
  const [, go] = useLocation()
  const isDemo = account.kind === 'known' && account.user.is_demo === 1
  const invite = () => {
    const action = { label: t('user.register'), onSelect: () => go('/register') }
    toasts.show({ text: t('app.real_only'), tone: 'warn', action })
  }
  return ({ path, realOnly }) =>
    isDemo && realOnly ? { onSelect: invite } : { href: path, onSelect: () => go(path) }
}

export function AccountMenu({ user }: { user: UserFields }) {
  const t = useDictionary('account')
  const isDemo = user.is_demo === 1
  return (
    <ListGroup title={t('user.group.account')}>
      {isDemo ? <DemoResetRow /> : null}
      <MenuRow
        entry={verificationEntry}
        value={isDemo ? undefined : t(`mine.review.${reviewStatusOf(user.review_status)}`)}
      />
      <MenuRow
        entry={inviteEntry}
        value={user.invite_code === '' ? undefined : <InviteCode code={user.invite_code} />}
      />
      {user.invite_code === '' ? null : <InviteLinkRow code={user.invite_code} />}
      <MenuRow entry={passwordEntry} />
    </ListGroup>
  )
}

function InviteCode({ code }: { code: string }) {
  return <span className="font-semibold tracking-wide ltr-isolate">{inviteCodeInHalves(code)}</span>
}

function InviteLinkRow({ code }: { code: string }) {
  const t = useDictionary('account')
  const link = inviteLink(location.origin, code)
  return (
    <ListRow
      control={
        <span className="-me-2 -my-2 flex">
          <CopyWithToast label={t('user.copy_link')} text={link} />
        </span>
      }
      icon="link"
      label={t('user.invite_link')}
      note={<span className="block truncate ltr-isolate">{link.replace(/^https?:\/\//, '')}</span>}
    />
  )
}

/** Entries that do not depend on the account, so they are shown while it loads. */
export function GeneralMenu() {
  const t = useDictionary('account')
  const { name, locale } = languageOf(useTranslations().language)
  return (
    <>
      <ListGroup title={t('user.group.help')}>
        <MenuRow entry={noticesEntry} value={<UnreadNotices />} />
        <SupportRow />
        {helpEntries.map((entry) => (
          <MenuRow entry={entry} key={entry.name} />
        ))}
      </ListGroup>
      <ListGroup title={t('user.group.settings')}>
        <MenuRow entry={alertsEntry} />
        <MenuRow entry={languageEntry} value={<bdi lang={locale}>{name}</bdi>} />
        <MenuRow entry={settingsEntry} />
      </ListGroup>
      <ListGroup title={t('user.group.legal')}>
        {legalEntries.map((entry) => (
          <MenuRow entry={entry} key={entry.name} />
        ))}
      </ListGroup>
      <ListGroup>
        <LogOutRow />
      </ListGroup>
    </>
  )
}

function UnreadNotices() {
  const t = useDictionary('account')
  const { unread = 0 } = useStore(useParts().notices)
  if (unread === 0) return null
  return <Badge tone="accent">{t('user.unread', { count: unread })}</Badge>
}

/** Where it leads depends on the settings. Only our own chat has messages to count. */
function SupportRow() {
  const t = useDictionary('account')
  const link = useSupportLink()
  return (
    <ListRow
      icon="chat"
      label={t('title.chat')}
      value={<UnreadMessages isOwnChat={link?.kind === 'own'} />}
      {...useSupportEntry()}
    />
  )
}

function UnreadMessages({ isOwnChat }: { isOwnChat: boolean }) {
  const t = useDictionary('account')
  const unread = useSupportUnread(isOwnChat)
  if (unread === 0) return null
  return <Badge tone="accent">{t('user.unread_messages', { count: unread })}</Badge>
}

function MenuRow({ entry, value }: { entry: MenuEntry; value?: ReactNode }) {
  const t = useDictionary('account')
  const targetOf = useMenuTarget()
  return <ListRow icon={entry.icon} label={t(`title.${entry.name}`)} value={value} {...targetOf(entry)} />
}

/** Resets the demo account, after a confirmation. */
function DemoResetRow() {
  const t = useDictionary('account')
  const [isOpen, setIsOpen] = useState(false)
  const reset = useResetDemo()
  const [isBusy, setIsBusy] = useState(false)
  const confirm = async () => {
    setIsBusy(true)
    await reset()
    setIsBusy(false)
    setIsOpen(false)
  }
  return (
    <>
      <ListRow
        icon="refresh"
        label={t('user.reset')}
        note={t('user.reset.note')}
        onSelect={() => setIsOpen(true)}
      />
      <LateDialog
        busy={isBusy}
        cancelLabel={t('mine.cancel')}
        confirmLabel={t('user.reset.confirm')}
        isOpen={isOpen}
        onConfirm={() => void confirm()}
        setIsOpen={setIsOpen}
        text={t('user.reset.text')}
        title={t('user.reset.title')}
        tone="danger"
      />
    </>
  )
}

/** Resolves even if the answer is lost. The notice above every screen then reports the unconfirmed reset. */
function useResetDemo(): () => Promise<void> {
  const parts = useParts()
  return async () => {
    await tradeActionsOf(parts).submit({ kind: 'reset', input: {} })
    await parts.portfolio.refresh()
  }
}
