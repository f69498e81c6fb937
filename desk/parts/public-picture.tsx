import { classes } from '#ui/classes.ts'

/** Where everyone can see a picture of the installation. */
export function publicPicturePath(name: string): string {
  return `/content/pictures/${encodeURIComponent(name)}.jpg`
}

type PublicPictureProps = {
  readonly name: string
  /** Empty if the surrounding element names the picture. */
  readonly label: string
  readonly className?: string | undefined
}

/** A picture of the shelf. */
export function PublicPicture({ name, label, className }: PublicPictureProps) {
  return (
    <img
      alt={label}
      className={classes('bg-ground', className)}
      decoding="async"
      loading="lazy"
      src={publicPicturePath(name)}
    />
  )
}
