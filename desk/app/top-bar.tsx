import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { SideBar } from '#desk/app/side-bar.tsx'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { maySee } from '#desk/parts/sections.ts'
import type { Operator } from '#desk/watch/watch.ts'
import { Drawer } from '#ui/drawer.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Logo } from '#ui/logo.tsx'

/** On a small screen: the name, and the way to everything the side bar has. */
export function TopBar({ operator }: { operator: Operator }) {
  const t = useTranslate()
  const [path] = useLocation()
  const { waiting = 0 } = useStore(useParts().watch)
  const [isOpen, setIsOpen] = useState(false)
  const hasNews = waiting > 0 && maySee(operator.role, 'identity')
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever has chosen a section is done with the menu.
  useEffect(() => setIsOpen(false), [path])
  return (
    <header className="flex shrink-0 items-center gap-2 border-b border-line bg-surface ps-4 pe-1 md:hidden">
      <span className="min-w-0 grow">
        <Logo />
      </span>
      <IconButton
        dot={hasNews}
        icon="menu"
        label={hasNews ? t('nav.menu_waiting', { count: waiting }) : t('nav.menu')}
        onSelect={() => setIsOpen(true)}
      />
      <Drawer onOpenChange={setIsOpen} open={isOpen} side="end" title={t('desk.name')}>
        <SideBar operator={operator} />
      </Drawer>
    </header>
  )
}
