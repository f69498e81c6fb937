// Envelopes of the fake desk.

export type Input = Readonly<Record<string, string | number | undefined>>
export type Envelope = { readonly code: number; readonly msg: string; readonly data: unknown }
export type Answer = (input: Input) => Envelope | Promise<Envelope>

export const ok = (data: unknown, msg = ''): Envelope => ({ code: 1, msg, data })
export const no = (reason: string, msg: string): Envelope => ({ code: 0, msg, data: { reason } })
export const over: Envelope = { code: 999, msg: 'Your session has ended.', data: null }

export const pageSize = 20
