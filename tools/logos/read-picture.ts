// Parses the subset of XML used by the logos and rejects everything else.

export type PictureElement = { readonly name: string; readonly attributes: ReadonlyMap<string, string> }

const tag = /<(\/?)([a-zA-Z]+)((?: [a-zA-Z-]+="[^"<>&]*")*)(\/?)>/y

/** All elements in document order. Throws if the text is not well-formed. */
export function readPicture(text: string): readonly PictureElement[] {
  const elements: PictureElement[] = []
  const open: string[] = []
  const body = text.trimEnd()
  tag.lastIndex = 0
  while (tag.lastIndex < body.length) {
    const at = tag.lastIndex
    if (at > 0 && open.length === 0) throw new Error(`something follows the picture at ${at}`)
    const [, slash, name = '', attributes = '', selfClosing] = tag.exec(body) ?? []
    if (name === '') throw new Error(`not a tag at ${at}: ${body.slice(at, at + 40)}`)
    if (slash === '') elements.push({ name, attributes: readAttributes(attributes) })
    if (slash === '/' && open.pop() !== name) throw new Error(`</${name}> at ${at} closes nothing`)
    if (slash === '' && selfClosing === '') open.push(name)
  }
  if (open.length > 0 || elements.length === 0) throw new Error(`the picture ends inside ${open.join(' ')}`)
  return elements
}

function readAttributes(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', value = ''] of text.matchAll(/ ([a-zA-Z-]+)="([^"]*)"/g)) {
    if (attributes.has(name)) throw new Error(`${name} is said twice`)
    attributes.set(name, value)
  }
  return attributes
}
