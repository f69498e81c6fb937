import { useState } from 'react'
import { classes } from '#ui/classes.ts'

export type MarketLogoProps = {
  readonly src: string
  /** Whether it can be seen or soon will be. Browsers by themselves fetch lazy pictures from three screens away. */
  readonly isNear?: boolean | undefined
  readonly className?: string | undefined
}

/** Decoration: the code beside it says which market it is. */
export function MarketLogo({ src, isNear = true, className }: MarketLogoProps) {
  const [isWanted, setIsWanted] = useState(isNear)
  if (isNear && !isWanted) setIsWanted(true)
  return (
    <img
      alt=""
      className={classes('size-[2em] shrink-0', className)}
      decoding="async"
      height={30}
      loading="lazy"
      src={isWanted ? src : undefined}
      width={30}
    />
  )
}
