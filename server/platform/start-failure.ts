/**
 * Something the operator must put right before Openlot can start. The message is one plain sentence that
 * says what to do and holds no secret; main prints it as it is and exits 1.
 */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
}
