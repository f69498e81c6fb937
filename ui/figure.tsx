import { type RefObject, useLayoutEffect, useRef } from 'react'
import { classes } from '#ui/classes.ts'
import { compareDecimals } from '#ui/decimal.ts'
import { type FigureFormat, type FigureParts, figureParts, signOf } from '#ui/figure-format.ts'

export interface FigureProps extends FigureFormat {
  /** An exact decimal string, or a number. Null shows a dash. */
  readonly value: string | number | null | undefined
  /** `sign` derives the colour from the sign of the value. */
  readonly tone?: 'neutral' | 'rise' | 'fall' | 'sign' | undefined
  /** `pip` raises the last digit, as dealers write prices; `small` shrinks everything after the point. */
  readonly fraction?: 'full' | 'pip' | 'small' | undefined
  /** Precedes the number without a space, as in ×100. */
  readonly prefix?: string | undefined
  /** Follows the number after a thin space: %, USD. */
  readonly unit?: string | undefined
  /** Flashes in the colour of the movement whenever the value changes. */
  readonly flash?: boolean | undefined
  readonly className?: string | undefined
}

/** Renders a number. Every number on screen uses this component. */
export function Figure(props: FigureProps) {
  const {
    value,
    tone = 'neutral',
    fraction = 'full',
    prefix = '',
    unit,
    flash = false,
    className,
    ...format
  } = props
  const ref = useFlash(flash ? value : null)
  const parts = figureParts(value, format)
  const sign = signOf(value)
  const isRise = tone === 'rise' || (tone === 'sign' && sign > 0)
  const isFall = tone === 'fall' || (tone === 'sign' && sign < 0)
  return (
    <span
      className={classes(
        'inline-block whitespace-nowrap tabular-nums ltr-isolate',
        isRise && 'text-rise',
        isFall && 'text-fall',
        flash && '-mx-1 rounded-8 px-1',
        className,
      )}
      ref={ref}
    >
      {parts === null ? '\u2014' : <Digits fraction={fraction} parts={parts} prefix={prefix} />}
      {unit === undefined || parts === null ? null : `\u202f${unit}`}
    </span>
  )
}

interface DigitsProps {
  readonly parts: FigureParts
  readonly prefix: string
  readonly fraction: 'full' | 'pip' | 'small'
}

function Digits({ parts, prefix, fraction }: DigitsProps) {
  const head = parts.sign + prefix + parts.whole
  if (parts.fraction === '') return head
  if (fraction === 'full') return `${head}.${parts.fraction}`
  if (fraction === 'small') {
    return (
      <>
        {head}.<span className="text-[.62em] leading-none">{parts.fraction}</span>
      </>
    )
  }
  return (
    <>
      {head}.{parts.fraction.slice(0, -1)}
      <span className="relative -top-[.42em] text-[.68em] leading-none">{parts.fraction.slice(-1)}</span>
    </>
  )
}

/** Shorter than the interval between two price pushes, so that each movement is visible. */
const flashMs = 200

/** Marks an element briefly when its value changes. Sets an attribute directly, without a re-render. */
function useFlash(value: string | number | null | undefined): RefObject<HTMLSpanElement | null> {
  const ref = useRef<HTMLSpanElement>(null)
  const last = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (value === null || value === undefined) return
    const text = String(value)
    const moved = last.current === null ? 0 : compareDecimals(text, last.current)
    last.current = text
    if (moved !== 0 && ref.current !== null) startFlash(ref.current, moved > 0 ? 'rise' : 'fall')
  }, [value])
  return ref
}

/**
 * Elements that flash in the same task share one timer. Dozens of prices may change at once, and a CSS animation
 * would repaint each of them in every frame.
 */
let flashing: Set<HTMLElement> | undefined

function startFlash(element: HTMLElement, direction: 'rise' | 'fall'): void {
  element.setAttribute('data-flash', direction)
  if (flashing === undefined) {
    const group = new Set<HTMLElement>()
    flashing = group
    // Elements that flash in a later task start a new group.
    queueMicrotask(() => {
      flashing = undefined
    })
    setTimeout(() => {
      for (const member of group) member.removeAttribute('data-flash')
    }, flashMs)
  }
  flashing.add(element)
}
