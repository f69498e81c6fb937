import { classes } from '#ui/classes.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'

const names = {
  1: 'calendar.importance.1',
  2: 'calendar.importance.2',
  3: 'calendar.importance.3',
} as const

/** Three bars, as many of them filled as the event is important. */
export function ImportanceBars({ importance }: { importance: number }) {
  const t = useDictionary('calendar')
  const level = importance === 3 ? 3 : importance === 2 ? 2 : 1
  return (
    <span className="inline-flex h-3.5 items-end gap-0.5">
      <span className="sr-only">{t(names[level])}</span>
      {bars.map(({ from, height }) => (
        <span
          aria-hidden
          className={classes('w-1 rounded-full', height, from > level ? 'bg-line' : tones[level])}
          key={from}
        />
      ))}
    </span>
  )
}

const bars = [
  { from: 1, height: 'h-1.5' },
  { from: 2, height: 'h-2.5' },
  { from: 3, height: 'h-3.5' },
] as const

const tones = { 1: 'bg-dim', 2: 'bg-accent', 3: 'bg-warn' } as const
