import { useParts, useStore } from '#desk/parts/desk-parts.tsx'
import { operatorKey } from '#desk/stores/kept-by-key.ts'
import { type Draft, emptyDraft, type UnsentAnswer } from '#desk/stores/support-answers.ts'

/** Draft of this operator. It survives a reload and another login in this tab. */
export function useDraft(threadId: number): {
  readonly draft: Draft
  /** By the draft as it is then: more may have been typed since the screen was drawn. */
  readonly change: (next: (draft: Draft) => Draft) => void
} {
  const { supportDrafts } = useParts()
  const key = useThreadKey(threadId)
  return {
    draft: useStore(supportDrafts)[key] ?? emptyDraft,
    change: (next) => supportDrafts.set(key, next(supportDrafts.getSnapshot()[key] ?? emptyDraft)),
  }
}

const none: readonly UnsentAnswer[] = []

/** Answers of this operator that the server has not taken. */
export function useUnsent(threadId: number): readonly UnsentAnswer[] {
  const { answerSender } = useParts()
  return useStore(answerSender.answers)[useThreadKey(threadId)] ?? none
}

function useThreadKey(threadId: number): string {
  return operatorKey(useStore(useParts().statusPoll).operator?.id ?? 0, threadId)
}
