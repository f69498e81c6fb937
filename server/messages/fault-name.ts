/** Such as ENOSPC. The words of a fault could quote a recipient or a code, so they go nowhere. */
export function faultName(fault: unknown): string {
  const code = fault instanceof Error && 'code' in fault ? fault.code : undefined
  return typeof code === 'string' && /^[A-Z0-9_]{1,32}$/.test(code) ? code : 'fault'
}
