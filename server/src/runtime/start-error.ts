/**
 * The server can't start, and the operator can put it right. The message is one line and everything that is shown: a
 * stack trace would only hide it.
 */
export class StartError extends Error {
  override name = 'StartError'
}
