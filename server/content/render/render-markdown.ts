// Renders the Markdown of operators. HTML in it stays text. The result passes a second, independent check.
import MarkdownIt from 'markdown-it'
import sanitize from 'sanitize-html'

/** In characters of HTML. Tables with missing cells make it much longer than the text. */
const maxHtml = 250_000
/** Quotes and lists in each other. Deeper ones stay text. */
const maxNesting = 20

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting })
markdown.validateLink = isAllowedLink

// The title of the page is its h1, so the highest headings of a text become h2, whichever they are.
markdown.core.ruler.push('heading_levels', ({ tokens }) => {
  const headings = tokens.filter(({ type }) => type === 'heading_open' || type === 'heading_close')
  const highest = Math.min(...headings.map(levelOf))
  for (const heading of headings) heading.tag = `h${Math.min(6, levelOf(heading) - highest + 2)}`
})
markdown.renderer.rules['link_open'] = (tokens, at) => openLink(String(tokens[at]?.attrGet('href') ?? ''))
markdown.renderer.rules['image'] = (tokens, at) => {
  const alt = escapeHtml(tokens[at]?.content ?? '')
  const source = String(tokens[at]?.attrGet('src') ?? '')
  return picturePath.test(source) ? `<img src="${source}" alt="${alt}" loading="lazy">` : alt
}
// Without the attributes that an operator could set: the language of code, and the alignment, which needs inline style.
markdown.renderer.rules['fence'] = (tokens, at) =>
  `<pre><code>${escapeHtml(tokens[at]?.content ?? '')}</code></pre>\n`
markdown.renderer.rules['th_open'] = () => '<th>'
markdown.renderer.rules['td_open'] = () => '<td>'

const picturePath = /^\/content\/pictures\/[0-9a-f]{32}\.jpg$/

/** Undefined if the HTML would be too long. */
export function renderMarkdown(text: string): string | undefined {
  const html = markdown.render(text)
  return html.length > maxHtml ? undefined : sanitize(html, allowed)
}

function levelOf({ tag }: { readonly tag: string }): number {
  return Number(tag.slice(1))
}

function openLink(address: string): string {
  const target = /^https?:/i.test(address) ? ' target="_blank" rel="noopener noreferrer nofollow"' : ''
  return `<a href="${escapeHtml(address)}"${target}>`
}

function escapeHtml(text: string): string {
  return markdown.utils.escapeHtml(text)
}

const ownHost = 'https://own.invalid'

/** Web and mail addresses, and paths of this site. An address with a user name could pass for another site. */
export function isAllowedLink(address: string): boolean {
  if (address.startsWith('/')) return isOwnPath(address)
  if (/^mailto:/i.test(address)) return true
  if (!/^https?:\/\//i.test(address)) return false
  const parsed = URL.parse(address)
  return parsed !== null && parsed.username === '' && parsed.password === ''
}

/** `/.//host` is a path of this site, but becomes `//host`, which leads to another site. */
function isOwnPath(address: string): boolean {
  const parsed = URL.parse(address, ownHost)
  return parsed?.origin === ownHost && !parsed.pathname.startsWith('//')
}

/** Knows nothing of the rules above, so that a mistake there still shows no harm. */
const allowed: sanitize.IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'blockquote', 'pre', 'code', 'strong', 'em', 's'],
    ...['ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'a', 'img'],
  ],
  allowedAttributes: { a: ['href', 'target', 'rel'], img: ['src', 'alt', 'loading'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !picturePath.test(attribs['src'] ?? ''),
  transformTags: {
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: {
        ...(isAllowedLink(href) ? { href } : {}),
        ...(/^https?:/i.test(href) ? { target: '_blank', rel: 'noopener noreferrer nofollow' } : {}),
      },
    }),
  },
}
