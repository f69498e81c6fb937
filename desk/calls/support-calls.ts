// Calls of the support chat.
import type { Caller } from '#browser/calls/caller.ts'
import { readFile } from '#browser/calls/read-file.ts'
import { readImage } from '#browser/calls/read-image.ts'
import { sendWithProgress } from '#browser/calls/send-with-progress.ts'
import type {
  CannedAnswer,
  CannedAnswersAnswer,
  DeskSupportImageInput,
  DeskSupportMarkInput,
  DeskSupportMessage,
  DeskSupportMessagesAnswer,
  DeskSupportMessagesInput,
  DeskSupportPicture,
  DeskSupportThread,
  DeskSupportTypingInput,
  RemoveCannedAnswerInput,
  SaveCannedAnswerInput,
  SupportAnswerInput,
  SupportAssignInput,
  SupportCloseInput,
  SupportDetailsAnswer,
  SupportDetailsInput,
  SupportExportInput,
  SupportFiguresAnswer,
  SupportFiguresInput,
  SupportInboxAnswer,
  SupportInboxInput,
  SupportOrderAnswer,
  SupportOrderInput,
  SupportReleaseInput,
  SupportSearchAnswer,
  SupportSearchInput,
} from '#contract/desk/support.ts'
import {
  type CallOptions,
  createCallKinds,
  imageTimeoutMs,
  type PictureUpload,
  uploadTimeoutMs,
} from '#desk/calls/call-kinds.ts'

/** The newest 10,000 messages on a slow connection. */
const exportTimeoutMs = 5 * 60_000

export function createSupportCalls({ call, callAs }: Caller) {
  const { read, change, once } = createCallKinds({ call })
  return {
    supportInbox: (input: SupportInboxInput, options?: CallOptions) =>
      read<SupportInboxAnswer>('support/inbox', input, options),
    supportSearch: (input: SupportSearchInput, options?: CallOptions) =>
      read<SupportSearchAnswer>('support/search', input, options),
    supportDetails: (input: SupportDetailsInput, options?: CallOptions) =>
      read<SupportDetailsAnswer>('support/details', input, options),
    supportMessages: (input: DeskSupportMessagesInput, options?: CallOptions) =>
      read<DeskSupportMessagesAnswer>('support/messages', input, options),
    /** Quiet: the answer itself shows what became of it. The key is stored with the answer until it is sent. */
    supportAnswer: (input: SupportAnswerInput, key: string) =>
      call<DeskSupportMessage>({
        ...{ path: '/desk/api/support/answer', verb: 'POST', input, changes: true, key, quiet: true },
      }),
    assignSupport: (input: SupportAssignInput) =>
      change<DeskSupportThread>('support/assign', input, ['support_assigned']),
    releaseSupport: (input: SupportReleaseInput) => change<DeskSupportThread>('support/release', input),
    closeSupport: (input: SupportCloseInput) => change<DeskSupportThread>('support/close', input),
    /** Quiet, like typing: the operator has not pressed anything. */
    markSupport: (input: DeskSupportMarkInput) =>
      call<null>({ path: '/desk/api/support/mark', verb: 'POST', input, changes: true, quiet: true }),
    supportTyping: (input: DeskSupportTypingInput) =>
      call<null>({ path: '/desk/api/support/typing', verb: 'POST', input, changes: true, quiet: true }),
    /** Quiet: the failure is shown beside the upload button. */
    supportUpload: ({ id, file, onProgress, signal }: PictureUpload & { readonly id: number }) =>
      call<DeskSupportPicture>({
        ...{ path: '/desk/api/support/upload', verb: 'POST', changes: true },
        ...{ encoding: 'multipart', input: { id, file }, quiet: true, signal },
        ...{ timeoutMs: uploadTimeoutMs, send: sendWithProgress(onProgress) },
      }),
    supportImage: (input: DeskSupportImageInput, { signal }: CallOptions = {}) =>
      callAs(
        {
          ...{ path: '/desk/api/support/image', verb: 'GET', input, quiet: true, signal },
          timeoutMs: imageTimeoutMs,
        },
        readImage,
      ),
    supportOrder: (input: SupportOrderInput, options?: CallOptions) =>
      read<SupportOrderAnswer>('support/order', input, options),
    supportExport: (input: SupportExportInput) =>
      callAs(
        {
          ...{ path: '/desk/api/support/export', verb: 'GET', input, quiet: 'success' },
          timeoutMs: exportTimeoutMs,
        },
        readFile,
      ),
    cannedAnswers: (options?: CallOptions) => read<CannedAnswersAnswer>('support/canned', {}, options),
    /** Refusals are shown in the form. */
    saveCannedAnswer: (input: SaveCannedAnswerInput) =>
      once<CannedAnswer>('support/save_canned', input, [
        'changed_meanwhile',
        'not_found',
        'canned_answers_limit',
        'invalid_input',
      ]),
    removeCannedAnswer: (input: RemoveCannedAnswerInput) => change<null>('support/remove_canned', input),
    supportFigures: (input: SupportFiguresInput, options?: CallOptions) =>
      read<SupportFiguresAnswer>('support/figures', input, options),
  }
}
