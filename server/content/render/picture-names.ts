// The names come from the HTML, because Markdown can write the same path in several ways.
import type { Rendered } from '#server/content/render/render-thread.ts'

const paths = /(?:src|href)="\/content\/pictures\/([0-9a-f]{32})\.jpg/g

/** Names of the pictures that a rendered text shows or links to, each once. */
export function pictureNames(html: string): readonly string[] {
  return [...new Set([...html.matchAll(paths)].map(([, name = '']) => name))]
}

/** A text that is too complex shows none: it is never published. */
export async function renderedPictures(
  { render }: { readonly render: (text: string) => Promise<Rendered> },
  text: string,
): Promise<readonly string[] | 'busy'> {
  const result = await render(text)
  if (result.kind === 'busy') return 'busy'
  return result.kind === 'rendered' ? pictureNames(result.html) : []
}
