import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import type { Choice } from '#ui/choice-label.tsx'
import { classes } from '#ui/classes.ts'
import { useScrollToSelected } from '#ui/use-scroll-to-selected.ts'

export interface TabChoice<Value extends string> extends Choice<Value> {
  /** Number of items, shown dimmed after the label. */
  readonly count?: number | undefined
}

export interface TabsProps<Value extends string> {
  /** Accessible name of the tab list. */
  readonly label: string
  readonly items: readonly TabChoice<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** Id of the TabPanel of the selected tab. */
  readonly panelId: string
  /** Smaller gaps, for the bar of chart periods. */
  readonly dense?: boolean | undefined
}

/** Tabs with an underline. The Tab key reaches the selected tab, the arrow keys the others. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, items, value, onChange, panelId, dense = false } = props
  const row = useRef<HTMLDivElement>(null)
  useScrollToSelected(row, value)

  const handleKeys = (event: KeyboardEvent<HTMLElement>) => {
    const next = tabAfterKey(event, items, value)
    if (next === undefined) return
    event.preventDefault()
    onChange(next.value)
    row.current?.querySelector<HTMLElement>(`[data-value="${CSS.escape(next.value)}"]`)?.focus()
  }
  return (
    <div
      aria-label={label}
      className="no-scrollbar flex overflow-x-auto border-b border-line"
      onKeyDown={handleKeys}
      ref={row}
      role="tablist"
    >
      {items.map((item) => (
        <button
          aria-controls={panelId}
          aria-selected={item.value === value}
          className={classes(
            'relative min-h-11 min-w-11 shrink-0 grow text-13 whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
            dense ? 'px-2' : 'px-3',
            item.value === value
              ? 'font-semibold text-text after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:bg-accent'
              : 'text-dim hover:text-text disabled:opacity-45',
          )}
          data-value={item.value}
          disabled={item.disabled}
          id={`${panelId}-${item.value}`}
          key={item.value}
          onClick={() => onChange(item.value)}
          role="tab"
          tabIndex={item.value === value ? 0 : -1}
          type="button"
        >
          {item.label}
          {item.count === undefined ? null : <span className="ms-1"> {item.count}</span>}
        </button>
      ))}
    </div>
  )
}

export interface TabPanelProps {
  readonly id: string
  /** Value of the selected tab. */
  readonly value: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

export function TabPanel({ id, value, className, children }: TabPanelProps) {
  return (
    <div aria-labelledby={`${id}-${value}`} className={className} id={id} role="tabpanel">
      {children}
    </div>
  )
}

function tabAfterKey<Value extends string>(
  event: KeyboardEvent<HTMLElement>,
  items: readonly TabChoice<Value>[],
  value: Value,
): TabChoice<Value> | undefined {
  const open = items.filter((item) => item.disabled !== true)
  const at = open.findIndex((item) => item.value === value)
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const backward = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
  if (event.key === forward) return open[(at + 1) % open.length]
  if (event.key === backward) return open.at(at - 1)
  if (event.key === 'Home') return open[0]
  return event.key === 'End' ? open.at(-1) : undefined
}
