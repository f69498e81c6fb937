import { useParts, useStore, useTranslations } from '#desk/parts/desk-parts.tsx'
import { themes } from '#desk/stores/theme.ts'
import { type LanguageCode, languageOf } from '#i18n/languages.ts'
import { deskLanguages } from '#i18n/translated-languages.ts'
import { Segmented } from '#ui/segmented.tsx'

/** Language and theme switches. */
export function AppearanceControls() {
  const { translations, theme, toasts } = useParts()
  const { spoken, t } = useTranslations()
  const choose = (next: LanguageCode) => {
    translations.choose(next).catch(() => toasts.show({ text: t('language.failed'), tone: 'danger' }))
  }
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(11.5rem,1fr))] gap-2">
      <Segmented
        items={deskLanguages.map((code) => ({ value: code, label: languageOf(code).name }))}
        label={t('language.label')}
        onChange={choose}
        value={spoken}
      />
      <Segmented
        items={themes.map((name) => ({ value: name, label: t(`theme.${name}`) }))}
        label={t('theme.label')}
        onChange={theme.choose}
        value={useStore(theme)}
      />
    </div>
  )
}
