import { memo, useId } from 'react'
import { classes } from '#ui/classes.ts'
import { areaPath, sparklinePath } from '#ui/sparkline-path.ts'

export interface SparklineProps {
  /** Oldest first. With fewer than two values the chart stays empty and keeps its size. */
  readonly values: readonly number[] | undefined
  readonly tone?: 'rise' | 'fall' | 'neutral' | undefined
  /** Overrides the default size. */
  readonly className?: string | undefined
}

const tones = { rise: 'text-rise', fall: 'text-fall', neutral: 'text-dim' } as const
const box = { width: 64, height: 28, margin: 1.5 } as const

/** A small chart of a value's recent past, hidden from screen readers. Time always runs left to right. */
export const Sparkline = memo(function Sparkline({ values, tone = 'neutral', className }: SparklineProps) {
  const fade = useId()
  const line = sparklinePath(values ?? [], box)
  return (
    <svg
      aria-hidden="true"
      className={classes('shrink-0 overflow-visible', tones[tone], className ?? 'h-7 w-16')}
      preserveAspectRatio="none"
      viewBox={`0 0 ${box.width} ${box.height}`}
    >
      {line === '' ? null : (
        <>
          <linearGradient id={fade} x1="0" x2="0" y1="0" y2="1">
            <stop offset="0" stopColor="currentColor" stopOpacity=".28" />
            <stop offset="1" stopColor="currentColor" stopOpacity=".04" />
          </linearGradient>
          <path d={areaPath(line, box)} fill={`url(#${fade})`} />
          <path
            d={line}
            fill="none"
            stroke="currentColor"
            strokeLinecap="round"
            strokeLinejoin="round"
            strokeWidth="1.4"
            vectorEffect="non-scaling-stroke"
          />
        </>
      )}
    </svg>
  )
})
