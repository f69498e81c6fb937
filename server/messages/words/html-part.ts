/** A piece of a mail; a code and a link stand by themselves. */
export type Paragraph = { readonly kind: 'words' | 'code' | 'link'; readonly text: string }

const plain = 'margin:0 0 16px;font-size:16px;line-height:1.5'
const code = 'margin:0 0 16px;font-size:32px;font-weight:700;letter-spacing:6px;direction:ltr'
const small = 'margin:24px 0 0;font-size:13px;line-height:1.5;opacity:0.7'

/** Styles stand inline and no picture is needed, since mail programs drop one and block the other. */
export function htmlPart(subject: string, paragraphs: readonly Paragraph[], footer: string): string {
  return [
    '<!doctype html><html><head><meta charset="utf-8">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;font-family:system-ui,-apple-system,sans-serif">',
    '<div style="max-width:480px;margin:0 auto">',
    ...paragraphs.map(htmlParagraph),
    `<p dir="auto" style="${small}">${escapeHtml(footer)}</p>`,
    '</div></body></html>',
  ].join('\n')
}

function htmlParagraph(paragraph: Paragraph): string {
  const shown = escapeHtml(paragraph.text)
  switch (paragraph.kind) {
    case 'words':
      return `<p dir="auto" style="${plain}">${shown}</p>`
    case 'code':
      return `<p style="${code}">${shown}</p>`
    case 'link':
      return `<p style="${plain}"><a href="${shown}">${shown}</a></p>`
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Whole paragraphs are escaped, words and holes alike, so that no hole can be forgotten. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (found) => entities[found] ?? '')
}
