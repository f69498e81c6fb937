import { type ComponentType, useEffect, useState } from 'react'
import type { Channel } from '#core/user/contact.ts'
import { Field } from '#ui/field.tsx'
import { FieldFrame, fieldBoxClasses } from '#ui/field-frame.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useDictionary, useParts, useTranslations } from '#web/parts/app-parts.tsx'
import type { AreaSheetProps } from '#web/parts/auth-forms/area-sheet.tsx'
import { countryNames } from '#web/parts/auth-forms/phone-areas.ts'
import { areaOf, type PhoneArea, type TypedAccount } from '#web/parts/auth-forms/typed-account.ts'
import type { Areas } from '#web/parts/auth-forms/use-areas.ts'
import { isolateLtr } from '#web/parts/bidi.ts'
import { useLateOverlay } from '#web/parts/late-code.tsx'
import type { LateCode } from '#web/stores/late-parts.ts'

/** The limit of the API. */
const longestEmail = 254

/** Email address or phone number, depending on the selected tab. */
export function AccountField({ value, onChange, areas, error }: AccountFieldProps) {
  const t = useDictionary('entry')
  if (value.channel === 'mobile') {
    return <MobileField areas={areas} error={error} onChange={onChange} value={value} />
  }
  return (
    <Field
      autoCapitalize="none"
      autoComplete="username"
      autoCorrect="off"
      dir="ltr"
      error={error}
      inputMode="email"
      label={t('entry.email')}
      maxLength={longestEmail}
      name="email"
      onChange={(event) => onChange({ ...value, email: event.target.value })}
      spellCheck={false}
      type="email"
      value={value.email}
    />
  )
}

export const accountPanelId = 'entry-account'

type AccountTabsProps = {
  readonly value: Channel
  readonly isMobileShown: boolean
  readonly onChange: (channel: Channel) => void
}

/** Rendered even with email as the only tab, so that the layout does not move when the setting arrives. */
export function AccountTabs({ value, isMobileShown, onChange }: AccountTabsProps) {
  const t = useDictionary('entry')
  const channels: readonly Channel[] = isMobileShown ? ['email', 'mobile'] : ['email']
  return (
    <Tabs
      items={channels.map((channel) => ({ value: channel, label: t(`entry.channel.${channel}`) }))}
      label={t('entry.channels')}
      onChange={onChange}
      panelId={accountPanelId}
      value={value}
    />
  )
}

type AccountFieldProps = {
  readonly value: TypedAccount
  readonly onChange: (typed: TypedAccount) => void
  readonly areas: Areas
  readonly error: string | undefined
}

/** Longer than any phone number with separators. */
const longestMobile = 32

/** Dialling code and number in one box, left to right in every language. */
function MobileField({ value, onChange, areas, error }: AccountFieldProps) {
  const t = useDictionary('entry')
  const area = areaOf(value, areas.list)
  const { Sheet, isOpen, setIsOpen, open } = useAreaSheet()
  return (
    <>
      <FieldFrame error={error} label={t('entry.mobile')}>
        {(control) => (
          <div className={fieldBoxClasses(control['aria-invalid'] === true)} dir="ltr">
            <AreaButton area={area} isOpen={isOpen} onOpen={open} status={areas.status} />
            <input
              {...control}
              autoComplete="tel-national"
              className="min-h-12 min-w-0 grow bg-transparent px-3 text-17 outline-none"
              inputMode="tel"
              maxLength={longestMobile}
              name="mobile"
              onChange={(event) => onChange({ ...value, mobile: event.target.value })}
              type="tel"
              value={value.mobile}
            />
          </div>
        )}
      </FieldFrame>
      {Sheet === undefined ? null : (
        <Sheet
          areas={areas}
          chosenId={area?.id}
          isOpen={isOpen}
          onChoose={(areaId) => onChange({ ...value, areaId })}
          onOpenChange={setIsOpen}
        />
      )}
    </>
  )
}

type AreaButtonProps = {
  readonly area: PhoneArea | undefined
  readonly status: Areas['status']
  readonly isOpen: boolean
  readonly onOpen: () => void
}

/** Shows the dialling code and opens the country list. The list itself reports a failed load. */
function AreaButton({ area, status, isOpen, onOpen }: AreaButtonProps) {
  const t = useDictionary('entry')
  const { locale } = useTranslations()
  const name =
    area === undefined
      ? t('entry.area.title')
      : t('entry.area.chosen', {
          country: countryNames(locale)(area.country),
          code: isolateLtr(area.diallingCode),
        })
  return (
    <button
      aria-expanded={isOpen}
      aria-haspopup="dialog"
      aria-label={name}
      className="flex min-h-12 shrink-0 items-center gap-1.5 rounded-s-8 border-e border-line ps-4 pe-2.5 text-17 transition-colors hover:bg-hover active:bg-hover focus-visible:-outline-offset-2"
      onClick={onOpen}
      type="button"
    >
      {area === undefined ? <MissingArea status={status} /> : <span>+{area.diallingCode}</span>}
      <Icon className="text-dim" name="chevron-down" size={16} />
    </button>
  )
}

/** As wide as most dialling codes, so that the layout hardly moves when they load. */
function MissingArea({ status }: Pick<AreaButtonProps, 'status'>) {
  if (status === 'loading') return <Skeleton className="w-8" />
  return <Icon className="mx-1.5 text-warn" name="warning" size={20} />
}

/** Loads the code of the country sheet together with the form, so that the sheet opens at once. */
function useAreaSheet() {
  const { late } = useParts()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    // Opening the sheet tries again.
    late.load(areaSheetCode).catch(() => undefined)
  }, [late])
  const Sheet = useLateOverlay(areaSheetCode, isOpen, () => setIsOpen(false))
  return { Sheet, isOpen, setIsOpen, open: () => setIsOpen(true) }
}

const areaSheetCode: LateCode<ComponentType<AreaSheetProps>> = {
  load: async () => (await import('#web/parts/auth-forms/area-sheet.tsx')).AreaSheet,
}
