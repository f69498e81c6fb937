import { type Language, languageOf, languages } from '#i18n/languages.ts'
import { Icon } from '#ui/icon.tsx'
import { Screen } from '#ui/screen.tsx'
import { useParts, useTranslations } from '#web/parts/app-parts.tsx'
import { useBack } from '#web/parts/navigation.ts'

/** Each language is listed by its own name, so that users find theirs whatever the current language. */
export function LanguageScreen() {
  const { language, t } = useTranslations()
  const back = useBack()
  return (
    <Screen back={back} title={t('title.language')}>
      <fieldset className="px-4 pb-6">
        <legend className="pb-3 text-13 text-dim">{t('language.hint')}</legend>
        <div className="overflow-hidden rounded-16 border border-line bg-surface [&>label+label]:border-t [&>label+label]:border-line">
          {languages.map((choice) => (
            <LanguageChoice choice={choice} chosen={choice.code === language} key={choice.code} />
          ))}
        </div>
      </fieldset>
    </Screen>
  )
}

function LanguageChoice({ choice, chosen }: { choice: Language; chosen: boolean }) {
  const { translations, toasts } = useParts()
  const { t } = useTranslations()
  const choose = () => {
    translations.choose(choice.code).catch(() => {
      toasts.show({ text: t('language.failed', { language: languageOf(choice.code).name }), tone: 'danger' })
    })
  }
  return (
    <label className="flex min-h-13 cursor-pointer items-center gap-3 px-4 py-3 hover:bg-raised has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent">
      <input
        checked={chosen}
        className="sr-only"
        name="language"
        onChange={choose}
        type="radio"
        value={choice.code}
      />
      <span className="grow">
        <bdi lang={choice.locale}>{choice.name}</bdi>
      </span>
      {chosen ? <Icon className="text-accent" name="check" size={20} /> : null}
    </label>
  )
}
