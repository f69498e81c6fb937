import { type FormEvent, useState } from 'react'
import { textLanguage } from '#browser/i18n/text-language.ts'
import type { CompanyItem } from '#contract/calls/companies.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { List } from '#ui/list.tsx'
import { Screen } from '#ui/screen.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { maxCompanyNameLength, readCompanies } from '#web/calls/companies.ts'
import { useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'
import { useBack } from '#web/parts/navigation.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { useServerQuery } from '#web/parts/server-query.ts'
import { useUrlOverlay } from '#web/parts/url-overlay.ts'
import { ProviderLogo } from '#web/screens/market-search/provider-logo.tsx'
import { ProviderSheet } from '#web/screens/market-search/provider-sheet.tsx'
import { useDebounced } from '#web/screens/market-search/use-debounced.ts'

/** The server answers no more. */
const mostFound = 50

/** Providers by name, and the details of one. */
export function ProviderSearchScreen({ search }: ScreenProps) {
  const t = useDictionary('providers')
  const back = useBack()
  const [text, setText] = useState('')
  const overlay = useUrlOverlay('/product', search, 'provider')
  const wanted = text.trim()
  const searched = useDebounced(wanted)
  const { data, isFetching, isError, refetch } = useServerQuery({
    key: ['providers', searched],
    read: (call, signal) => readCompanies(call, searched, signal),
    isTranslated: true,
    keepsPrevious: true,
  })
  const found = (isError ? undefined : data) ?? []
  const isLoading = data === undefined ? isFetching : wanted !== searched
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Hides the on-screen keyboard, so that the results are visible.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  return (
    <Screen
      back={back}
      title={t('title.product')}
      top={
        <search>
          <form className="px-4 pb-3" onSubmit={submit}>
            <SearchField
              label={t('providers.field')}
              onChange={(typed) => setText(typed.slice(0, maxCompanyNameLength))}
              placeholder={t('providers.field')}
              value={text}
            />
          </form>
        </search>
      }
    >
      <p className="sr-only" role="status">
        {isLoading || isError || searched === '' ? '' : t('providers.count', { count: found.length })}
      </p>
      <List
        empty={
          <EmptyState
            icon="search"
            text={searched === '' ? undefined : t('providers.none_text', { text: searched })}
            title={t(searched === '' ? 'providers.none_yet' : 'providers.none')}
          />
        }
        failedText={t('providers.failed')}
        items={found}
        keyOf={({ id }) => String(id)}
        label={t('providers.results')}
        onRetry={() => void refetch()}
        skeletonCount={5}
        state={isError && !isFetching ? 'failed' : data === undefined || isLoading ? 'loading' : 'ready'}
      >
        {(provider) => <ProviderRow onOpen={() => overlay.open(String(provider.id))} provider={provider} />}
      </List>
      {found.length < mostFound ? null : (
        <p className="px-4 py-4 text-center text-13 text-dim">{t('providers.more', { count: mostFound })}</p>
      )}
      <ProviderSheet
        onClose={overlay.close}
        provider={found.find(({ id }) => String(id) === overlay.value)}
      />
    </Screen>
  )
}

type ProviderRowProps = { readonly provider: CompanyItem; readonly onOpen: () => void }

function ProviderRow({ provider: { id, name, language, logo, subject }, onOpen }: ProviderRowProps) {
  const t = useDictionary('providers')
  const { chosenId } = useStore(useParts().provider)
  const texts = textLanguage(language)
  return (
    <button
      className="flex min-h-16 w-full items-center gap-3 px-4 py-2.5 text-start transition-colors hover:bg-hover active:bg-hover focus-visible:-outline-offset-2"
      onClick={onOpen}
      type="button"
    >
      <ProviderLogo logo={logo} name={name} />
      {/* With large text the badge does not fit beside the name and wraps below it. */}
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1">
        <span className="grid min-w-0 grow basis-[6rem] grid-cols-1">
          <span className="line-clamp-2 font-semibold wrap-anywhere" translate="no">
            <bdi {...texts}>{name}</bdi>
          </span>
          {subject === '' || subject === name ? null : (
            <span className="line-clamp-2 text-12 text-dim wrap-anywhere" translate="no">
              <bdi {...texts}>{subject}</bdi>
            </span>
          )}
        </span>
        {id === chosenId ? (
          <Badge className="whitespace-normal!" tone="accent">
            {t('providers.chosen')}
          </Badge>
        ) : null}
      </span>
    </button>
  )
}
