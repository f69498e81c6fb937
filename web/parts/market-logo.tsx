import { classes } from '#ui/classes.ts'

/** Decoration: the code beside it says which market it is. */
export function MarketLogo({ src, className }: { src: string; className?: string | undefined }) {
  return (
    <img
      alt=""
      className={classes('size-[2em] shrink-0', className)}
      decoding="async"
      height={30}
      loading="lazy"
      src={src}
      width={30}
    />
  )
}
