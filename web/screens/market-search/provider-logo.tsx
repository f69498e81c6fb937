import { useState } from 'react'
import { classes } from '#ui/classes.ts'
import { isOwnPicture } from '#web/parts/article/article-picture.tsx'

type ProviderLogoProps = { readonly logo: string; readonly name: string; readonly isLarge?: boolean }

/** The picture of a provider, or else the first letter of its name. Decorative: the name is beside it. */
export function ProviderLogo({ logo, name, isLarge = false }: ProviderLogoProps) {
  const [failedLogo, setFailedLogo] = useState<string>()
  const shape = classes('shrink-0 rounded-8 border border-line bg-surface', isLarge ? 'size-14' : 'size-11')
  if (isOwnPicture(logo) && failedLogo !== logo)
    return (
      <img
        alt=""
        className={classes(shape, 'object-cover')}
        decoding="async"
        loading="lazy"
        onError={() => setFailedLogo(logo)}
        src={logo}
      />
    )
  return (
    <span aria-hidden="true" className={classes(shape, 'grid place-items-center font-semibold text-dim')}>
      {[...name][0]?.toUpperCase()}
    </span>
  )
}
