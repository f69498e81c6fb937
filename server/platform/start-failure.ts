/**
 * A problem the administrator must fix before Openlot can start. The message is one sentence that says what to do and
 * holds no secret. `main.ts` prints it unchanged and exits with code 1.
 */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
}
