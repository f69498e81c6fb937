import { useMemo } from 'react'
import { encode } from 'uqr'
import { classes } from '#ui/classes.ts'
import { qrPath } from '#ui/qr-path.ts'

export interface QrCodeProps {
  /** What a camera reads from it: an address, at most a few hundred characters. */
  readonly text: string
  /** What it is, for those who do not see it. */
  readonly label: string
  /** Give it a size: `size-48`. */
  readonly className?: string | undefined
}

/** As many light squares around it as the standard asks for. */
const quietZone = 4

/** Dark on white in both themes: many cameras cannot read the reverse. */
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
