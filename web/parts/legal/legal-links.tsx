import { useLocation } from 'wouter'
import { legalKinds } from '#core/content/article.ts'
import { Pressable } from '#ui/pressable.tsx'
import { useTranslate } from '#web/parts/app-parts.tsx'
import { legalPath } from '#web/parts/legal/legal-kinds.ts'

/** Links to the legal texts, for the end of a screen. */
export function LegalLinks() {
  const t = useTranslate()
  const [, go] = useLocation()
  return (
    <ul className="flex flex-wrap justify-center gap-x-4 px-4 pb-4 text-12 text-dim">
      {legalKinds.map((kind) => (
        <li key={kind}>
          <Pressable
            className="grid min-h-11 min-w-11 place-items-center underline underline-offset-2"
            href={legalPath(kind)}
            onSelect={() => go(legalPath(kind))}
          >
            {t(`title.legal_${kind}`)}
          </Pressable>
        </li>
      ))}
    </ul>
  )
}
