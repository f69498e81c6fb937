import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-paths.ts'
import { Pressable, type PressTarget } from '#ui/pressable.tsx'

export interface TabBarItem extends PressTarget {
  readonly icon: IconName
  readonly label: string
  readonly active: boolean
  /** A small dot that marks news. */
  readonly dot?: boolean | undefined
}

export interface TabBarProps {
  /** Accessible name of the navigation landmark. */
  readonly label: string
  /** Five items; the middle one is the start screen. */
  readonly items: readonly TabBarItem[]
}

/** Overlays the bottom of the screen. Screen leaves room for the bar if its `tabBar` is set. */
export function TabBar({ label, items }: TabBarProps) {
  const middle = (items.length - 1) / 2
  return (
    <nav
      aria-label={label}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface/92 pb-safe backdrop-blur-md"
    >
      <ul className="column flex h-(--tab-bar-height)">
        {items.map((item, position) => (
          <li className="min-w-0 flex-1" key={item.label}>
            <Tab item={item} main={position === middle} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Tab({ item, main }: { item: TabBarItem; main: boolean }) {
  const { icon, label, active, dot, href, onSelect } = item
  return (
    <Pressable
      aria-current={active ? 'page' : undefined}
      className={classes(
        'grid size-full place-content-center justify-items-center gap-0.5 transition-colors focus-visible:-outline-offset-4',
        active ? 'font-semibold text-text' : 'text-dim',
      )}
      href={href}
      onSelect={onSelect}
    >
      <span
        className={classes(
          'relative grid h-7.5 w-10 place-items-center rounded-8 transition-colors',
          main && active && 'bg-accent text-accent-ink',
        )}
      >
        <Icon name={icon} strokeWidth={active ? 2.1 : 1.7} />
        {dot ? <span className="absolute end-1 top-0.5 size-2 rounded-full bg-accent" /> : null}
      </span>
      {/* Five labels must fit 320 px: the only text smaller than the type scale. A long label wraps to two lines. */}
      <span className="line-clamp-2 max-w-full pb-[.2em] text-center text-[clamp(10px,2.9vw,.75rem)] leading-[1.15] tracking-tight break-words hyphens-auto">
        {label}
      </span>
    </Pressable>
  )
}
