/**
 * A call with this header ('1') does not keep an idle session alive. Pages send it when nobody has touched them for a while:
 * they load lists again by themselves, and that is no sign of a person. It can only shorten the sender's own session.
 */
export const PASSIVE_HEADER = 'x-passive'
