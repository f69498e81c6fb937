import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MutationResult } from '#desk/parts/mutation.ts'
import { typeText } from '#desk/screens/articles/draft-state.ts'
import { saveTexts } from '#desk/screens/articles/save-texts.ts'
import type { TypedTexts } from '#desk/stores/typed-texts.ts'
import { exampleArticle } from '#test/browser/desk/example-content.ts'

type Article = ReturnType<typeof exampleArticle>

const article = exampleArticle(12)
const english = article.texts.find(({ language }) => language === 'en') ?? assert.fail()
const withEnglish = (change: Partial<typeof english>) =>
  exampleArticle(12, {
    texts: article.texts.map((text) => (text.language === 'en' ? { ...text, ...change } : text)),
  })
const mine = typeText(article, {}, 'en', { title: 'Mine' })
const savedMine = withEnglish({ title: 'Mine', revision: 10 })
const changedMeanwhile = { isDone: false, reason: 'changed_meanwhile' } as const

/** Answers of the server in order; `read` is what a reload finds. */
async function save(
  typed: TypedTexts,
  answers: readonly MutationResult<Article>[],
  {
    shown = article,
    read,
    typedMeanwhile,
  }: { shown?: Article; read?: Article; typedMeanwhile?: TypedTexts } = {},
) {
  const sent: (readonly [string, number])[] = []
  const saved: Article[] = []
  const first = await saveTexts({
    article: shown,
    typed: () => typed,
    setTyped: (texts) => {
      typed = texts
    },
    send: async (language, { revision }) => {
      typed = typedMeanwhile ?? typed
      return answers[sent.push([language, revision]) - 1] ?? assert.fail('one call too many')
    },
    onSaved: (newest) => saved.push(newest),
    reload: async () => read,
  })
  return { first, sent, saved, typed }
}

describe('saving typed texts', () => {
  test('saves one language after another, and stops at the first failure', async () => {
    const both = typeText(article, mine, 'ar', { title: 'هامش' })
    const done = { isDone: true, answer: savedMine } as const
    const { first, sent, saved, typed } = await save(both, [done, { isDone: false, reason: 'busy' }])
    assert.deepEqual(sent, [
      ['en', 7],
      ['ar', 9],
    ])
    assert.deepEqual([first, saved, Object.keys(typed)], ['ar', [savedMine], ['ar']])
  })

  test('ends an earlier save of the same text whose answer was lost', async () => {
    assert.deepEqual(await save(mine, [changedMeanwhile], { read: savedMine }), {
      ...{ first: undefined, sent: [['en', 7]], saved: [], typed: {} },
    })
    const typedMeanwhile = typeText(article, mine, 'en', { title: 'Mine and more' })
    const { first, typed } = await save(mine, [changedMeanwhile], { read: savedMine, typedMeanwhile })
    assert.deepEqual([first, typed.en?.title, typed.en?.revision], [undefined, 'Mine and more', 10])
  })

  test('sends nothing if the text is already saved', async () => {
    assert.deepEqual(await save(mine, [], { shown: savedMine }), {
      ...{ first: undefined, sent: [], saved: [], typed: {} },
    })
  })

  test('keeps the text beside a newer one, or if none can be read', async () => {
    const theirs = withEnglish({ title: 'Theirs', revision: 10 })
    for (const read of [theirs, undefined])
      assert.deepEqual(await save(mine, [changedMeanwhile], { ...(read && { read }) }), {
        ...{ first: 'en', sent: [['en', 7]], saved: [], typed: mine },
      })
    const { first, sent } = await save(mine, [], { shown: theirs })
    assert.deepEqual([first, sent], ['en', []])
  })
})
