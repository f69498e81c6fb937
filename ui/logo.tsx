export interface LogoProps {
  /** Height of the mark in CSS pixels. */
  readonly size?: number | undefined
  /** Omits the name. */
  readonly markOnly?: boolean | undefined
}

/**
 * The mark is a square with a gap, and a small square (a lot) in the gap. The company name is not translated. If there
 * is not enough room, as with large text, the whole name is hidden.
 */
export function Logo({ size = 22, markOnly = false }: LogoProps) {
  return (
    <span
      className="inline-flex min-w-0 flex-wrap items-center gap-2 overflow-hidden ltr-isolate rtl:justify-end"
      style={{ height: `max(1.625rem, ${size}px)` }}
      translate="no"
    >
      {/* The logo is one line high: a name that does not fit wraps to a hidden second line. */}
      <span className="flex h-full items-center">
        <svg
          aria-hidden={markOnly ? undefined : true}
          aria-label={markOnly ? 'Openlot' : undefined}
          className="shrink-0 text-accent"
          fill="none"
          height={size}
          role={markOnly ? 'img' : undefined}
          viewBox="0 0 24 24"
          width={size}
        >
          <path
            d="M21 7.5V6a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v12a4 4 0 0 0 4 4h11a4 4 0 0 0 4-4v-1.5"
            stroke="currentColor"
            strokeWidth="4"
            transform="translate(1 1) scale(.917)"
          />
          <rect fill="currentColor" height="5" rx="1.2" width="5" x="18" y="9.5" />
        </svg>
      </span>
      {markOnly ? null : (
        <span className="max-w-full overflow-hidden text-20 font-bold tracking-tight">Openlot</span>
      )}
    </span>
  )
}
