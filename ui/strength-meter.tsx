import { classes } from '#ui/classes.ts'
import { FixedWidthLabel } from '#ui/fixed-width-label.tsx'

export interface StrengthMeterProps {
  /** Accessible name of the measured quantity. */
  readonly label: string
  /** Number of lit bars. */
  readonly level: 0 | 1 | 2 | 3 | 4
  /** The level as a word. */
  readonly text: string
  /** Every word that the meter can show. The widest one sets the width. */
  readonly allTexts: readonly string[]
}

const bars = [1, 2, 3, 4] as const

const tones = ['', 'bg-danger', 'bg-warn', 'bg-good', 'bg-good'] as const

/** Four bars and a word, so that the strength is readable without the colour. */
export function StrengthMeter({ label, level, text, allTexts }: StrengthMeterProps) {
  return (
    <div className="flex items-center gap-3">
      <meter
        aria-label={label}
        aria-valuetext={text === '' ? undefined : text}
        className="sr-only"
        max={bars.length}
        min={0}
        value={level}
      />
      <div aria-hidden="true" className="grid grow grid-cols-4 gap-1">
        {bars.map((bar) => (
          <span
            className={classes('h-1 rounded-full transition-colors', bar <= level ? tones[level] : 'bg-line')}
            key={bar}
          />
        ))}
      </div>
      <span aria-hidden="true" className="text-end text-12 text-dim">
        <FixedWidthLabel allTexts={allTexts} text={text} />
      </span>
    </div>
  )
}
