/**
 * A request with this header ('1') does not extend an idle session. Pages send it after a while without user activity,
 * because they reload lists on their own. It can only shorten the sender's own session.
 */
export const PASSIVE_HEADER = 'x-passive'
