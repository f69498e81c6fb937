import { createElement, Fragment, type ReactNode } from 'react'
import { ArticleLink } from '#web/parts/article/article-link.tsx'
import { isOwnPicture } from '#web/parts/article/article-picture.tsx'

/** Elements that the server lets through, and that become the same element here, without attributes. */
const plainTags: ReadonlySet<string> = new Set(
  'h2 h3 h4 h5 h6 p ul ol li blockquote pre code strong em s br hr thead tbody tr th td'.split(' '),
)

const voidTags: ReadonlySet<string> = new Set(['br', 'hr'])

/** Whitespace between the parts of a table is no text. */
const tableTags: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tr'])

/** Deeper elements are left out, so that no text can exhaust the stack. */
const maxDepth = 60

/**
 * The elements of an article. The server has sanitised its HTML. Here it is parsed without being run, and built again
 * from the few elements and addresses that an article needs: whatever else it contains shows as plain text.
 */
export function articleElements(html: string, hasNewTabs: boolean): ReactNode {
  return childrenOf(new DOMParser().parseFromString(html, 'text/html').body, 0, hasNewTabs)
}

function childrenOf(parent: Element, depth: number, hasNewTabs: boolean): readonly ReactNode[] {
  return Array.from(parent.childNodes, (node, position) => {
    if (node instanceof Text) {
      const isLayout = tableTags.has(parent.localName) && node.data.trim() === ''
      return isLayout ? null : node.data
    }
    if (!(node instanceof Element) || depth === maxDepth) return null
    return <Fragment key={String(position)}>{elementOf(node, depth + 1, hasNewTabs)}</Fragment>
  })
}

function elementOf(element: Element, depth: number, hasNewTabs: boolean): ReactNode {
  const { localName } = element
  if (voidTags.has(localName)) return createElement(localName)
  if (localName === 'img') return pictureOf(element)
  const children = childrenOf(element, depth, hasNewTabs)
  if (localName === 'a') {
    return (
      <ArticleLink hasNewTab={hasNewTabs} href={element.getAttribute('href') ?? ''}>
        {children}
      </ArticleLink>
    )
  }
  if (localName === 'table') {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by itself, and so must be reachable by keyboard
      <table className="overflow-x-auto" tabIndex={0}>
        {children}
      </table>
    )
  }
  if (localName === 'ol') return <ol start={Number(element.getAttribute('start') ?? 1)}>{children}</ol>
  return plainTags.has(localName) ? createElement(localName, {}, ...children) : children
}

/** A picture of our own server. Of any other, only its description is shown. */
function pictureOf(element: Element): ReactNode {
  const path = element.getAttribute('src') ?? ''
  const text = element.getAttribute('alt') ?? ''
  return isOwnPicture(path) ? <img alt={text} decoding="async" loading="lazy" src={path} /> : text
}
