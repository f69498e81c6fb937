// Example events and companies of the operator console, with texts that are long enough to break a layout.
import type { DeskEvent, DeskPreviewImportAnswer } from '#contract/desk/calendar.ts'
import type { DeskCompany } from '#contract/desk/companies.ts'

const longWord = 'Verbraucherpreisindex'.repeat(8)

function exampleEvent(id: number, change: Partial<DeskEvent> = {}): DeskEvent {
  return {
    ...{ id, time: '2026-03-06T13:30:00.000Z', is_all_day: 0, country: 'US', currency: 'USD', importance: 3 },
    ...{ forecast: '180K', previous: '172K', actual: '', source: 'weekly', revision: 4 },
    titles: { en: 'Non-farm payrolls', hk: '非農就業人數' },
    ...change,
  }
}

export const exampleEvents: readonly DeskEvent[] = [
  exampleEvent(1),
  exampleEvent(2, {
    ...{ is_all_day: 1, time: '2026-03-09T12:00:00.000Z', country: 'DE', currency: 'EUR', importance: 1 },
    titles: { en: longWord, de: longWord, fr: 'Indice des prix', ar: 'مؤشر أسعار المستهلك' },
  }),
  exampleEvent(3, {
    importance: 2,
    forecast: '9'.repeat(40),
    previous: '8'.repeat(40),
    actual: '7'.repeat(40),
  }),
]

const row: DeskPreviewImportAnswer['rows'][number] = {
  ...{ state: 'added', line: 2, title: longWord, time: '2026-03-06T13:30:00.000Z', is_all_day: 0 },
  ...{ country: 'US', currency: 'USD', importance: 3, problems: [], warnings: [], changes: [] },
}

/** A file with a faulty row beside rows of every other state. */
export const exampleImport: DeskPreviewImportAnswer = {
  ...{ format: 'csv', sha256: 'a'.repeat(64), plan: 'b'.repeat(64), file_problems: [] },
  ...{ added: 1, changed: 1, unchanged: 1, faulty: 1 },
  rows: [
    {
      ...{ ...row, state: 'faulty', line: 5, time: '' },
      problems: [{ field: 'time', problem: 'time_unreadable', text: 'x'.repeat(40) }],
    },
    {
      ...{ ...row, state: 'changed', line: 3 },
      warnings: [{ field: 'time', problem: 'repeats', text: '' }],
      changes: [{ field: 'actual', from: '', to: '9'.repeat(40) }],
    },
    row,
    { ...row, state: 'unchanged', line: 4, is_all_day: 1 },
  ],
}

function exampleCompany(id: number, change: Partial<DeskCompany> = {}): DeskCompany {
  return {
    texts: {
      en: {
        ...{ name: 'Northway Markets', legal_name: 'Northway Markets Ltd' },
        ...{ registered_address: '2 Harbour Road', office_address: '' },
      },
      hk: {
        ...{ name: '北方證券', legal_name: '北方證券（國際）有限公司' },
        ...{ registered_address: '海港道2號', office_address: '' },
      },
    },
    ...{ id, logo: '', website: 'https://northway.example/' },
    ...{ email: 'help@northway.example', is_visible: 1, revision: 3, updated_at: '2026-03-05T10:00:00.000Z' },
    ...{ status: 0, status_reason: '', loss_url: '' },
    ...change,
  }
}

export const exampleCompanies: readonly DeskCompany[] = [
  exampleCompany(1),
  exampleCompany(2, {
    texts: {
      de: {
        ...{ name: 'Wertpapierhandelsbank'.repeat(4), legal_name: 'Wertpapierhandelsbank'.repeat(8) },
        ...{ registered_address: '', office_address: '' },
      },
    },
    ...{ logo: 'f'.repeat(32), is_visible: 0, status: 12, status_reason: 'Lizenzentzug'.repeat(12) },
    loss_url: `https://elsewhere.example/${'a'.repeat(120)}`,
  }),
  exampleCompany(3, {
    texts: {
      ar: {
        ...{ name: 'شركة الطريق الشمالي للأوراق المالية', legal_name: 'الطريق الشمالي (NW) ذ.م.م.' },
        ...{ registered_address: '', office_address: '' },
      },
    },
  }),
]
