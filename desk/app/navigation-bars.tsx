import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { AppearanceControls } from '#desk/parts/appearance-controls.tsx'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { type Section, type SectionName, sectionsOf } from '#desk/parts/sections.ts'
import type { DeskStatus, Operator } from '#desk/parts/status-poll.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Drawer } from '#ui/drawer.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Logo } from '#ui/logo.tsx'

/** Sections, connection state and the signed-in operator. */
export function SideBar({ operator }: { operator: Operator }) {
  const t = useTranslate()
  const { signOut } = useParts()
  return (
    <div className="flex min-h-full flex-col gap-3 p-3">
      <div className="flex items-center gap-2 px-2">
        <Logo />
        <Badge>{t('desk.short')}</Badge>
      </div>
      <nav aria-label={t('nav.label')}>
        <ul>
          {sectionsOf(operator.role).map((section) => (
            <li key={section.name}>
              <SectionLink section={section} />
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-auto grid gap-3">
        <PollIndicator />
        <div className="min-w-0 border-t border-line px-2 pt-3">
          <p className="truncate text-13 font-semibold" title={operator.email}>
            {operator.email}
          </p>
          <p className="text-12 text-dim">{t(`role.${operator.role}`)}</p>
        </div>
        <AppearanceControls />
        <Button icon="logout" onClick={signOut} size="small" variant="secondary">
          {t('nav.sign_out')}
        </Button>
      </div>
    </div>
  )
}

function SectionLink({ section: { name, path, icon } }: { section: Section }) {
  const t = useTranslate()
  const [here] = useLocation()
  const badge = badgeOf(name, useStore(useParts().statusPoll))
  const isHere = here === path || here.startsWith(`${path}/`)
  return (
    <Link
      aria-current={isHere ? 'page' : undefined}
      className={classes(
        'flex min-h-11 items-center gap-3 rounded-8 px-2 text-13',
        isHere ? 'bg-accent-soft font-semibold text-text' : 'text-dim hover:bg-hover hover:text-text',
      )}
      href={path}
    >
      <Icon name={icon} size={20} />
      <span className="min-w-0 grow">{t(`nav.${name}`)}</span>
      {badge === undefined ? null : (
        <Badge tone={badge.tone}>
          <span aria-hidden="true">{badge.count}</span>
          <span className="sr-only">{t(badge.text, { count: badge.count })}</span>
        </Badge>
      )}
    </Link>
  )
}

type SectionBadge = {
  readonly count: number
  readonly tone: BadgeTone
  /** Key of the text for screen readers. */
  readonly text: DeskKey
}

/** The number of things to do in a section. A frozen account is an alarm. */
function badgeOf(name: SectionName, status: DeskStatus): SectionBadge | undefined {
  const { waiting = 0, frozen = 0, deposits = 0, withdrawals = 0, proposals = 0 } = status
  const { complaints = 0, support = 0 } = status
  if (name === 'approvals' && proposals > 0)
    return { count: proposals, tone: 'accent', text: 'nav.proposals' }
  if (name === 'freezes' && frozen > 0) return { count: frozen, tone: 'danger', text: 'nav.frozen' }
  const counts: Partial<Record<SectionName, number>> = {
    identity: waiting,
    deposits,
    withdrawals,
    complaints,
    support,
  }
  const count = counts[name] ?? 0
  return count > 0 ? { count, tone: 'accent', text: 'nav.waiting' } : undefined
}

const indicatorColors: Readonly<Record<DeskStatus['pollState'], string>> = {
  asking: 'bg-edge',
  live: 'bg-good',
  lost: 'bg-danger',
  paused: 'bg-warn',
}

/** Shows whether the data on screen is current. A live region, because this changes without user action. */
function PollIndicator() {
  const t = useTranslate()
  const { pollState } = useStore(useParts().statusPoll)
  return (
    <p className="flex items-center gap-2 px-2 text-12 text-dim" role="status">
      <span className={classes('size-2 shrink-0 rounded-full', indicatorColors[pollState])} />
      {t(`pulse.${pollState}`)}
    </p>
  )
}

/** Small screens: logo and menu button, which opens the side bar in a drawer. */
export function TopBar({ operator }: { operator: Operator }) {
  const t = useTranslate()
  const [path] = useLocation()
  const status = useStore(useParts().statusPoll)
  const [isOpen, setIsOpen] = useState(false)
  const badges = sectionsOf(operator.role).map(({ name }) => badgeOf(name, status)?.count ?? 0)
  const count = badges.reduce((sum, each) => sum + each, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of path closes the menu.
  useEffect(() => setIsOpen(false), [path])
  return (
    <header className="flex shrink-0 items-center gap-2 border-b border-line bg-surface ps-4 pe-1 md:hidden">
      <span className="min-w-0 grow">
        <Logo />
      </span>
      <IconButton
        count={count}
        icon="menu"
        label={count > 0 ? t('nav.menu_waiting', { count }) : t('nav.menu')}
        onSelect={() => setIsOpen(true)}
      />
      <Drawer onOpenChange={setIsOpen} open={isOpen} side="end" title={t('desk.name')}>
        <SideBar operator={operator} />
      </Drawer>
    </header>
  )
}
