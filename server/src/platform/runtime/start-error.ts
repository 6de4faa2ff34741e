/** The server can't start, and the operator can fix it. The message is one line and is printed without a stack trace. */
export class StartError extends Error {
  override name = 'StartError'
}
