// Prepared answers of operators, per language.
import { type Refusal, refused } from '#contract/outcome.ts'
import { supportLimits } from '#core/support/support.ts'
import { languages } from '#i18n/languages.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inTransaction, type Pool, type PoolClient } from '#server/storage/storage.ts'
import {
  type CannedAnswer,
  countCanned,
  deleteCanned,
  insertCanned,
  listCanned,
  readCanned,
  type TypedCanned,
  updateCanned,
} from '#server/support/canned-store.ts'
import { auditSupport } from '#server/support/support-audit.ts'
import type { Reviewer } from '#server/support/support-types.ts'

export type SaveCanned = Reviewer & {
  /** Undefined for a new one. */
  readonly id: number | undefined
  /** As it was read. */
  readonly revision: number | undefined
  readonly language: string
  readonly title: string
  readonly text: string
}

export type SavedCanned = { readonly kind: 'saved'; readonly answer: CannedAnswer } | Refusal

export type CannedAnswers = {
  readonly list: () => Promise<readonly CannedAnswer[]>
  /** Audited. */
  readonly save: (typed: SaveCanned) => Promise<SavedCanned>
  /** Audited. */
  readonly remove: (
    removed: Reviewer & { readonly id: number },
  ) => Promise<{ readonly kind: 'removed' } | Refusal>
}

type Parts = { readonly pool: Pool; readonly clock: Pick<Clock, 'now'> }

export function createCannedAnswers({ pool, clock }: Parts): CannedAnswers {
  return {
    list: async () => await listCanned(pool),
    async save(typed) {
      const [title, text] = [typed.title.trim(), typed.text.trim()]
      if (!languages.some(({ code }) => code === typed.language))
        return refused('invalid_input', { field: 'language' })
      if (title === '') return refused('invalid_input', { field: 'title' })
      if (text === '') return refused('invalid_input', { field: 'text' })
      const { operatorId } = typed.operator
      const fields = { language: typed.language, title, text, operatorId, at: new Date(clock.now()) }
      return await inTransaction(pool, async (client) => {
        const id = await store(client, typed, fields)
        if (typeof id !== 'number') return id
        await auditSupport(client, typed, 'canned_answer_saved', `canned_answer:${id}`)
        const answer = await readCanned(client, id)
        if (answer === undefined) throw new Error('the saved answer was not found')
        return { kind: 'saved', answer }
      })
    },
    remove: async (removed) =>
      await inTransaction(pool, async (client) => {
        if (!(await deleteCanned(client, removed.id))) return refused('not_found')
        await auditSupport(client, removed, 'canned_answer_removed', `canned_answer:${removed.id}`)
        return { kind: 'removed' }
      }),
  }
}

async function store(
  client: PoolClient,
  { id, revision }: SaveCanned,
  fields: TypedCanned,
): Promise<number | Refusal> {
  if (id === undefined) {
    if ((await countCanned(client)) >= supportLimits.cannedAnswers) return refused('canned_answers_limit')
    return await insertCanned(client, fields)
  }
  if (await updateCanned(client, id, revision ?? 0, fields)) return id
  return refused((await readCanned(client, id)) === undefined ? 'not_found' : 'changed_meanwhile')
}
