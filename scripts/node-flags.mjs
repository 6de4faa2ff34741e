/**
 * The flags of Node for a server. A young generation of 32 MB: the objects of a request die before they are moved to the old one. V8 reads it
 * before any code runs, so `npm start`, the image and the service file have to repeat it; a test compares them.
 */
export const NODE_FLAGS = ['--max-semi-space-size=32']
