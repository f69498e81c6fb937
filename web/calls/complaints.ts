import type { Call, CallInput, Scalar } from '#browser/calls/call-request.ts'
import type { Caller } from '#browser/calls/caller.ts'
import { readFile } from '#browser/calls/read-file.ts'
import type {
  Complaint,
  ComplaintEmailAnswer,
  ComplaintInfoInput,
  ComplaintListAnswer,
  ComplaintListInput,
  ComplaintPackInput,
  FileComplaintInput,
} from '#contract/calls/complaints.ts'

/** Sent under a stored idempotency key, like requests that move money. */
export type ComplaintInputs = { readonly complaint: FileComplaintInput }
export type ComplaintAnswers = { readonly complaint: Complaint }

/** Quiet about failures: the form shows refusals, and says when no answer arrived. */
export function sendComplaint(
  call: Call,
  _kind: 'complaint',
  input: FileComplaintInput,
  key: string,
): Promise<Complaint> {
  const fields: CallInput<Scalar> = input
  return call({
    path: '/api/complaint/file',
    verb: 'POST',
    changes: true,
    input: fields,
    key,
    quiet: 'shown',
  })
}

export function readComplaintEmail(call: Call, signal?: AbortSignal): Promise<ComplaintEmailAnswer> {
  return call({ path: '/api/default/complaint_email', verb: 'GET', quiet: true, signal })
}

/** One page of the user's complaints, newest first. Quiet, like every list. */
export function readComplaints(
  call: Call,
  page: ComplaintListInput['page'],
  signal?: AbortSignal,
): Promise<ComplaintListAnswer> {
  return call({ path: '/api/complaint/list', verb: 'GET', input: { page }, quiet: true, signal })
}

export function readComplaint(
  call: Call,
  id: ComplaintInfoInput['id'],
  signal?: AbortSignal,
): Promise<Complaint> {
  return call({ path: '/api/complaint/info', verb: 'GET', input: { id }, quiet: true, signal })
}

/** A file of some megabytes on a slow connection. */
const packTimeoutMs = 5 * 60_000

/** The evidence pack, byte for byte. */
export function readComplaintPack(
  { callAs }: Caller,
  id: ComplaintPackInput['id'],
  signal?: AbortSignal,
): Promise<Blob> {
  return callAs(
    { path: '/api/complaint/pack', verb: 'GET', input: { id }, signal, timeoutMs: packTimeoutMs },
    readFile,
  )
}
