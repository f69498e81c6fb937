import { useState } from 'react'
import { classes } from '#ui/classes.ts'

/** Only pictures of our own server: any other address would tell its owner who reads. */
const ownPicture = /^\/content\/pictures\/\w+\.\w+$/

export function isOwnPicture(path: string): boolean {
  return ownPicture.test(path)
}

type ArticlePictureProps = {
  /** Empty without a picture. */
  readonly path: string
  /** Sets the size, so that nothing moves when the picture has loaded. */
  readonly className: string
}

/** The picture of an article. Nothing without one, or if it cannot be loaded. */
export function ArticlePicture({ path, className }: ArticlePictureProps) {
  const [failedPath, setFailedPath] = useState<string>()
  if (!isOwnPicture(path) || failedPath === path) return null
  return (
    <img
      alt=""
      className={classes('border border-line bg-surface object-cover', className)}
      decoding="async"
      loading="lazy"
      onError={() => setFailedPath(path)}
      src={path}
    />
  )
}
