import '#ui/theme.css'
import { createRoot } from 'react-dom/client'
import { ClosedScreen } from '#desk/screens/closed/closed-screen.tsx'
import { loadDeskMessages } from '#i18n/desk/load-messages.ts'
import { chooseLanguage, languageOf } from '#i18n/languages.ts'
import { createTranslator } from '#i18n/translator.ts'

const language = languageOf(chooseLanguage(navigator.languages))
const spoken = await loadDeskMessages(language.code)
const t = createTranslator(languageOf(spoken.language).locale, spoken.messages)
document.documentElement.lang = language.locale
document.documentElement.dir = language.direction
document.title = t('desk.name')
const root = document.getElementById('desk')
if (root === null) throw new Error('the page has no place for the desk')
createRoot(root).render(<ClosedScreen t={t} />)
