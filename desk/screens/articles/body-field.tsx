import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { PictureChooser } from '#desk/parts/picture-chooser.tsx'
import { publicPicturePath } from '#desk/parts/public-picture.tsx'
import { insertPicture, type Selection } from '#desk/screens/articles/insert-picture.ts'
import { Button } from '#ui/button.tsx'
import { FieldFrame, type FieldFrameProps, fieldBoxClasses } from '#ui/field-frame.tsx'

type BodyFieldProps = Omit<FieldFrameProps, 'children' | 'labelHidden'> & {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly lang?: string
  readonly dir: 'ltr' | 'rtl' | 'auto'
}

/** The Markdown of an article. Pictures of the shelf are inserted at the cursor. */
export function BodyField({ value, onChange, lang, dir, ...frame }: BodyFieldProps) {
  const t = useTranslate()
  const area = useRef<HTMLTextAreaElement>(null)
  const [isChoosing, setIsChoosing] = useState(false)
  const select = useSelection(area)
  const insert = (name: string) => {
    setIsChoosing(false)
    const { selectionStart: start = value.length, selectionEnd: end = value.length } = area.current ?? {}
    const inserted = insertPicture(value, { start, end }, publicPicturePath(name), t('article.picture_words'))
    select(inserted.selection)
    onChange(inserted.text)
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <FieldFrame {...frame}>
        {(control) => (
          <div className={fieldBoxClasses(control['aria-invalid'] === true)}>
            <textarea
              {...control}
              className="field-sizing-content max-h-[70dvh] min-h-80 w-full resize-none bg-transparent px-4 py-3 font-mono text-15 outline-none"
              dir={dir}
              lang={lang}
              onChange={(event) => onChange(event.target.value)}
              ref={area}
              value={value}
            />
          </div>
        )}
      </FieldFrame>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <Button icon="picture" onClick={() => setIsChoosing(true)} size="small" variant="secondary">
          {t('article.insert_picture')}
        </Button>
        <MarkdownHelp />
      </div>
      {isChoosing ? <PictureChooser onChoose={insert} onClose={() => setIsChoosing(false)} /> : null}
    </div>
  )
}

/** Selects a part of the text once it is in the field. */
function useSelection(area: React.RefObject<HTMLTextAreaElement | null>): (selection: Selection) => void {
  const [wanted, setWanted] = useState<Selection>()
  useLayoutEffect(() => {
    if (wanted === undefined) return
    area.current?.focus()
    area.current?.setSelectionRange(wanted.start, wanted.end)
  }, [area, wanted])
  return setWanted
}

/** Syntax around the translated word for "text". */
const examples = [
  ['heading', (text: string) => `# ${text}`],
  ['bold', (text: string) => `**${text}**`],
  ['italic', (text: string) => `*${text}*`],
  ['list', (text: string) => `- ${text}`],
  ['numbers', (text: string) => `1. ${text}`],
  ['link', (text: string) => `[${text}](https://…)`],
  ['quote', (text: string) => `> ${text}`],
  ['table', (text: string) => `| ${text} | ${text} |\n| --- | --- |\n| ${text} | ${text} |`],
] as const

function MarkdownHelp() {
  const t = useTranslate()
  const text = t('article.help.example')
  return (
    <details className="min-w-0 grow text-13">
      <summary className="min-h-9 w-fit cursor-pointer rounded-8 px-2 py-2 font-semibold text-accent hover:bg-accent-soft">
        {t('article.help')}
      </summary>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-8 border border-line bg-surface px-3 py-2">
        {examples.map(([name, example]) => (
          <div className="contents" key={name}>
            <dt className="text-dim">{t(`article.help.${name}`)}</dt>
            <dd>
              <span className="inline-block font-mono whitespace-pre-wrap wrap-anywhere ltr-isolate">
                {example(text)}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-dim">{t('article.help.paragraph')}</p>
    </details>
  )
}
