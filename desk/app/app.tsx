import { CSPProvider } from '@base-ui/react/csp-provider'
import { useEffect } from 'react'
import { Router } from 'wouter'
import { controlWords } from '#desk/app/control-words.ts'
import { deskPath } from '#desk/app/create-desk-parts.ts'
import { ErrorBoundary } from '#desk/app/error-boundary.tsx'
import { Shell } from '#desk/app/shell.tsx'
import { type DeskParts, DeskPartsProvider, useParts, useStore, useWords } from '#desk/parts/desk-parts.tsx'
import { SignInScreen } from '#desk/screens/sign-in/sign-in-screen.tsx'
import { Toasts } from '#ui/toasts.tsx'
import { UiWordsProvider } from '#ui/ui-words.tsx'

export function App({ parts }: { parts: DeskParts }) {
  return (
    <DeskPartsProvider parts={parts}>
      <Desk />
    </DeskPartsProvider>
  )
}

/** The desk, or the way in. The address stays as it is: whoever signs in again is where they were. */
function Desk() {
  const { session, toasts } = useParts()
  const { locale, t } = useWords()
  const isIn = useStore(session).kind === 'signed_in'
  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])
  return (
    <CSPProvider disableStyleElements>
      <UiWordsProvider words={controlWords(t)}>
        <Router base={deskPath}>
          <ErrorBoundary>{isIn ? <Shell /> : <SignInScreen />}</ErrorBoundary>
        </Router>
        <Toasts store={toasts} />
      </UiWordsProvider>
    </CSPProvider>
  )
}
