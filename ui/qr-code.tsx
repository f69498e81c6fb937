import { useMemo } from 'react'
import { encode } from 'uqr'
import { classes } from '#ui/classes.ts'
import { qrPath } from '#ui/qr-path.ts'

export interface QrCodeProps {
  /** The encoded text: a URL of at most a few hundred characters. */
  readonly text: string
  /** Accessible name. */
  readonly label: string
  /** Must set a size, such as `size-48`. */
  readonly className?: string | undefined
}

/** Quiet zone of four modules, required by the standard. */
const quietZone = 4

/** Dark on white in both themes: many cameras cannot read inverted codes. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { ecc: 'M', border: quietZone })
    return { size, path: qrPath(data) }
  }, [text])
  return (
    <svg
      aria-label={label}
      className={classes('block rounded-16', className)}
      role="img"
      shapeRendering="crispEdges"
      viewBox={`0 0 ${size} ${size}`}
    >
      <rect fill="#ffffff" height={size} width={size} />
      <path d={path} fill="#000000" />
    </svg>
  )
}
