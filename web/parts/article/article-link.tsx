import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Pressable } from '#ui/pressable.tsx'
import { linkTarget } from '#web/parts/article/link-target.ts'

type ArticleLinkProps = {
  readonly href: string
  /** Opens screens in a new tab too. */
  readonly hasNewTab: boolean
  readonly children: ReactNode
}

/** A link in an article: to a screen of the app, or to another page in a new tab. */
export function ArticleLink({ href, hasNewTab, children }: ArticleLinkProps) {
  const [, go] = useLocation()
  const target = linkTarget(href, location.origin)
  if (target === undefined) return children
  if (target.kind === 'screen' && !hasNewTab)
    return (
      <Pressable href={target.path} onSelect={() => go(target.path)}>
        {children}
      </Pressable>
    )
  return (
    <a
      href={target.kind === 'screen' ? target.path : target.address}
      rel="noopener noreferrer"
      target="_blank"
    >
      {children}
    </a>
  )
}
